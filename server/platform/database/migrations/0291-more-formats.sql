-- A company may have Excel, PowerPoint, web pages, Markdown, mails and CSV read besides PDF, Word and text.
alter table companies add column more_formats boolean not null default false;
drop trigger raise_version on companies;
create trigger raise_version before update of name, description, require_second_factor, more_formats on companies
  for each row execute function raise_version('name', 'description', 'require_second_factor', 'more_formats');
