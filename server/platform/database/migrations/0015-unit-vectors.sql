-- How near each unit of a passage is to a question is read from its vector (engine/index/unit-vectors.ts).

create table unit_vectors (
  company_id integer not null,
  version_id integer not null,
  ordinal integer not null,
  model text not null,
  -- where each unit begins and ends in the passage
  spans integer[] not null,
  -- units x dimensions, 8-bit numbers
  bytes bytea not null,
  primary key (company_id, version_id, ordinal),
  foreign key (company_id, version_id, ordinal) references passages (company_id, version_id, ordinal) on delete cascade
);
call fence('unit_vectors');

-- Vectors made before have none of units: all are made again in the background, and words answer meanwhile.
delete from vectors;
