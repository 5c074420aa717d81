-- The program works under logins that own nothing. The platform is identified by its login, and a company by a proof
-- that only the program can make, instead of by session settings, which any statement can change.

-- Read by the owner when a server starts, and by app_company(). The two logins' passwords are derived from it as well.
create table fence_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null
);
insert into fence_secret (secret) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- The current company, if the program proved its choice: SHA-256 over the secret, twice, as in HMAC.
create or replace function app_company() returns integer language sql stable parallel safe security definer
  begin atomic
    select case
      when current_setting('app.proof', true)
        = encode(sha256(secret || sha256(secret || convert_to(current_setting('app.company', true), 'UTF8'))), 'hex')
      then current_setting('app.company', true)::integer
    end from fence_secret;
  end;

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

-- Databases of earlier versions opened the fence in these functions by a setting; only a superuser may write such a one.
do $$
declare
  opened regprocedure;
begin
  for opened in select oid::regprocedure from pg_proc where 'app.scope=platform' = any (proconfig) loop
    execute format('alter function %s reset app.scope', opened);
  end loop;
end $$;
