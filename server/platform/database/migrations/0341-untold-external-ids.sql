-- A directory may remove its identifier of a person. The account stays tied to it: it is shown to nobody, and no other takes it.
alter table provisioned_people add column hides_external_id boolean not null default false;
