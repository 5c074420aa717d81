-- Why a demo request may come from a program; it is kept either way.
alter table leads
  add suspicion text check (suspicion in ('hidden-field', 'too-fast', 'no-stamp'));
