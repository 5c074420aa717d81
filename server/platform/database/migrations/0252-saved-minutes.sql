-- What an approved answer saves the person who would have answered, as the company estimates it; null: not estimated.
alter table approval_rules add column saved_minutes integer check (saved_minutes between 1 and 600);
drop trigger raise_version on approval_rules;
create trigger raise_version before insert or update of other_approver, saved_minutes on approval_rules
  for each row execute function raise_version('other_approver', 'saved_minutes');
