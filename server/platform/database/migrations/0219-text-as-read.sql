-- SHA-256 over everything a version can be quoted from, so that the event that it was read commits to its text.
create function hash_of_text(company integer, version integer) returns text language sql stable parallel safe
  set search_path from current
  return encode(sha256(convert_to(concat(
    (select string_agg(json_build_array(page_index, number, label, text)::text, chr(30) order by page_index)
      from pages p where p.company_id = company and p.version_id = version),
    chr(29),
    (select string_agg(json_build_array(ordinal, section, page_from, page_to, start_offset, end_offset, text)::text,
        chr(30) order by ordinal)
      from passages p where p.company_id = company and p.version_id = version)), 'UTF8')), 'hex');
