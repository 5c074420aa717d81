-- Interactions that the documents did not answer, by theme and by person. Days counted earlier get the figure here, so that
-- none is counted again; a day marked as changed still is.
alter table report_days add column declined integer not null default 0;

update report_days d set declined = found.declined
from (
  select i.company_id, k.dimension, (i.created_at at time zone 'UTC')::date as day, k.key, count(*)::int as declined
  from interactions i
  cross join lateral (values ('outcome', i.outcome), ('theme', i.theme_id::text), ('user', i.user_id || ':' || i.user_role))
    as k(dimension, key)
  where i.outcome = 'abstained' group by 1, 2, 3, 4
) found
where d.company_id = found.company_id and d.dimension = found.dimension and d.day = found.day and d.key = found.key;
