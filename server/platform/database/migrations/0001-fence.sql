-- The fence around each company, the versions of edited rows, and objects that all nouns share. The program works under
-- logins that own nothing. The platform is identified by its login, and a company by a proof that only the program can
-- make, instead of by session settings, which any statement can change.

-- Read by the owner when a server starts, and by app_company(). The two logins' passwords are derived from it as well.
create table fence_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
insert into fence_secret (secret)
  values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The current company, if the program proved its choice: SHA-256 over the secret, twice, as in HMAC.
create function app_company() returns integer language sql stable parallel safe security definer
  begin atomic
    select case
      when current_setting('app.proof', true)
        = encode(sha256(secret || sha256(secret || convert_to(current_setting('app.company', true), 'UTF8'))), 'hex')
      then current_setting('app.company', true)::integer
    end from fence_secret;
  end;

-- True for work that belongs to no company: sign-in, start-up, a super admin's lists. The start names the
-- login, after the migrations, when it grants the rights; until then this is true for nobody.
create function app_platform() returns boolean language sql stable parallel safe
  return false;

-- Names the login of the platform: true under it, and for the owner, whom functions of its own run as.
create procedure name_platform(login text) language plpgsql as $$
declare
  wanted text := format('return session_user = %L or current_user = %L', login, current_user);
begin
  if not exists (select 1 from pg_proc where oid = 'app_platform'::regproc and obj_description(oid) = wanted) then
    execute 'create or replace function app_platform() returns boolean language sql stable parallel safe ' || wanted;
    execute format('comment on function app_platform() is %L', wanted);
  end if;
end $$;

-- Row-level security for a table whose rows belong to a company. Forced, so that it binds the owner too.
create procedure fence(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (company_id = (select app_company()) or (select app_platform()))
       with check (company_id = (select app_company()) or (select app_platform()))', target);
end $$;

-- Row-level security for a table that belongs to the platform, not to any company.
create procedure fence_platform(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy platform on %s using ((select app_platform())) with check ((select app_platform()))', target);
end $$;

-- A row that people edit has a version: raised by every change of what they edit, whoever makes it. `changed_in` tells the
-- version and the call in which each field last changed, so that a refused change can name what others changed since; who
-- they are stands in the record, under the call's number.
create function changed_now(fields text[], new_version integer) returns jsonb language sql stable as $$
  select jsonb_object_agg(f, jsonb_build_object('version', new_version, 'request', current_setting('app.request', true)))
    from unnest(fields) f;
$$;

create function raise_version() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  -- before it was stored, such a row had version 0 and the values of an unset one
  if tg_op = 'INSERT' then
    if new.changed_in = '{}' then
      new.changed_in := changed_now(array(select split_part(a, '=', -1) from unnest(tg_argv) a), new.version);
    end if;
    return new;
  end if;
  select array_agg(f.field) into changed
    from unnest(tg_argv) a(argument)
    cross join lateral (select split_part(a.argument, '=', 1) as col, split_part(a.argument, '=', -1) as field) f
    where to_jsonb(new) -> f.col is distinct from to_jsonb(old) -> f.col;
  if changed is not null then
    new.version := old.version + 1;
    new.changed_in := old.changed_in || changed_now(changed, old.version + 1);
  end if;
  return new;
end $$;

-- For a table with the columns `version` and `changed_in`. `fields`: columns that people edit; 'column=field' where the API
-- has another name than the column.
create procedure versioned(target regclass, variadic fields text[]) language plpgsql as $$
begin
  -- without a number of its own, a row is shown before it exists
  execute format(
    'create trigger raise_version before %s update of %s on %s for each row execute function raise_version(%s)',
    case when exists (select 1 from pg_attribute where attrelid = target and attname = 'id') then '' else 'insert or' end,
    (select string_agg(distinct quote_ident(split_part(f, '=', 1)), ', ') from unnest(fields) f), target,
    (select string_agg(quote_literal(f), ', ') from unnest(fields) f));
end $$;

-- Names in the order in which people look them up: ICU's root order, numbers by their value ('Branch 2' before
-- 'Branch 10').
create collation names (provider = icu, locale = 'und-u-kn');

-- Names and questions are found despite a typo: stock contrib of PostgreSQL, trusted since version 13.
create extension if not exists pg_trgm;

-- Counters of rate-limiter-flexible; keys are hashed before they come here. They are written on nearly every call and are
-- worth nothing after a crash: without the write-ahead log their commits wait for no disk (median 1 to 2 ms of each
-- question, up to 8).
create unlogged table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- PostgreSQL looks once a minute for tables to analyze, and until then plans as if a new table were nearly empty: behind
-- 600 uploads in twenty seconds, a join by company alone took over ten. ANALYZE needs the owner's rights.
create function analyze_changed_tables() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed regclass;
begin
  -- one server at a time
  if not pg_try_advisory_xact_lock(7205759407) then
    return;
  end if;
  for changed in
    select s.relid::regclass from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public'
      -- autovacuum's own threshold by default
      and s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  loop
    execute format('analyze (skip_locked) %s', changed);
  end loop;
end $$;
