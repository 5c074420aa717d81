-- Names and questions are found despite a typo: stock contrib of PostgreSQL, trusted since version 13.
create extension if not exists pg_trgm;
