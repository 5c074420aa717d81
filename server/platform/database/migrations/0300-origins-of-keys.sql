-- Websites whose pages may use a key in a browser. A table, since a preflight has an origin and no key: an index on an
-- array is not used below row-level security.
create table api_key_origins (
  company_id integer not null,
  key_id integer not null,
  -- as browsers send it
  origin text not null,
  primary key (company_id, key_id, origin),
  foreign key (company_id, key_id) references api_keys (company_id, id)
);
create index api_key_origins_origin on api_key_origins (origin);
call fence('api_key_origins');

-- The key of a widget stands in web pages: no secret, so it is kept, with how much its visitors may ask.
alter table api_keys
  add column widget_key text,
  add column visitor_questions_per_hour integer,
  add column questions_per_day integer,
  add constraint api_keys_widget check (
    ('widget:ask' = any (scopes)) = (widget_key is not null)
    and (widget_key is null) = (visitor_questions_per_hour is null)
    and (widget_key is null) = (questions_per_day is null)
    and (widget_key is null or cardinality(scopes) = 1)
  );
