-- Pages that are pictures, read by OCR in the background; what suggesting tags cost.

alter table document_versions
  add ocr text not null default 'none' check (ocr in ('none', 'waiting', 'done')),
  -- what OCR is to read, what it has read so far (text by page from 1), and since when a process has been working on it
  add ocr_pages integer[] not null default '{}',
  add ocr_texts jsonb not null default '{}',
  add ocr_claimed_at timestamptz,
  add pages_by_ocr integer[] not null default '{}';
create index document_versions_ocr on document_versions (id) where ocr = 'waiting';

alter table passages add by_ocr boolean not null default false;

-- Counts how often a version's segment was made: an index in memory drops an earlier one.
alter table segments add revision integer not null default 0;

alter table usage_entries drop constraint usage_entries_purpose_check;
alter table usage_entries add constraint usage_entries_purpose_check
  check (purpose in ('answer', 'follow-up', 'second-look', 'embedding', 'tags'));
