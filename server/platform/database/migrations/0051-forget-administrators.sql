-- Administrators' sessions are no longer remembered: remembered ones must sign in again.
delete from sessions s using users u where u.id = s.user_id and u.role <> 'agent' and s.idle_seconds is null;
