-- Versions found by their bytes (the same file again in a theme) and by their stored file (the sweep of broken uploads).
create index document_versions_sha on document_versions (company_id, sha256);
create index document_versions_file on document_versions (file_key);
