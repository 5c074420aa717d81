-- An OpenSearch with its k-NN plug-in also finds passages by their vectors.
alter table search_indexes add column finds_vectors boolean not null default false;
-- the digest of the vectors that a version's records hold; null: none
alter table search_units add column vectors bytea;
