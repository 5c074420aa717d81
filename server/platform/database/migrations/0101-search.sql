-- Names and questions are found with a slip of a letter in them: stock contrib of PostgreSQL, trusted since version 13.
create extension if not exists pg_trgm;
