import type pg from "pg";

/** The generated data: one busy company among smaller ones, as SQL, since the API would take a day. */
export const generated = { days: 365, agents: 300, themes: 12, documents: 60 };

/**
 * A year of questions of one company, with two sources per answer and one model call each. Triggers are off meanwhile, as
 * for rows from before an upgrade. Times have a daily rhythm of ten hours; lengths match the demo's.
 */
export async function generateYear(
  client: pg.Client,
  { company, workspace, interactions }: { company: number; workspace: number; interactions: number },
): Promise<void> {
  const { days, agents, themes, documents } = generated;
  await client.query("set session_replication_role = replica");
  await client.query("select setseed(0.42)");
  await client.query(
    `insert into users (company_id, email, first_name, last_name, role, password_hash)
     select $1, 'agent' || n || '@bench.example', 'Agent', n::text, 'agent', 'x' from generate_series(1, ${agents}) n`,
    [company],
  );
  await client.query(
    `insert into themes (company_id, workspace_id, name, topic_tags)
     select $1, $2, 'Theme ' || n, array['refund', 'delivery', 'topic' || n] from generate_series(1, ${themes}) n`,
    [company, workspace],
  );
  await client.query(
    `insert into documents (company_id, theme_id, name)
     select $1, t.id, 'Policy ' || n || '.pdf' from generate_series(1, ${documents}) n
     join (select id, row_number() over (order by id) as r, count(*) over () as total from themes where company_id = $1) t on t.r = 1 + n % t.total`,
    [company],
  );
  await client.query(
    `insert into document_versions (company_id, document_id, version, file_key, file_type, file_size, sha256, status)
     select company_id, id, 1, 'none', 'application/pdf', 1, repeat('0', 64), 'ready' from documents where company_id = $1`,
    [company],
  );
  await client.query(
    `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, answer, mode, model, outcome, reason,
       selected_tags, input_tokens, output_tokens, retrieval_ms, first_token_ms, total_ms, claims_checked, claims_supported, claims_unsupported, rating, created_at, finished_at)
     select $1, t.id, u.id, 'agent', 'session-' || (n / 4), 'How many days does a customer have for a ' || (array['refund', 'delivery', 'repair', 'replacement'])[1 + n % 4] || ' of product line ' || n % 977 || '?',
       repeat('A customer may return products within ' || n % 90 || ' days of delivery. [1] ', 6), x.mode, case when x.mode = 'model' then 'gpt-' || n % 3 end, x.outcome,
       case when x.outcome = 'abstained' then 'No passage fits.' end,
       case when n % 10 < 3 then jsonb_build_object('distributionPartners', '[]'::jsonb, 'products', jsonb_build_array('product ' || n % 40), 'topics', jsonb_build_array('topic ' || n % 25), 'states', '[]'::jsonb)
         else '{}'::jsonb end,
       1800, 240, 2 + x.r1 * 6, 300, exp(6.2 + 0.7 * (x.r1 + x.r2 + x.r3 - 1.5) * 2), 5, 5 - (x.r2 < 0.06)::int, (x.r2 < 0.06)::int,
       case when x.r3 < 0.52 then 'good' when x.r3 < 0.62 then 'bad' end, at, at + interval '2 seconds'
     from generate_series(1, ${interactions}) n
     cross join lateral (select random() as r1, random() as r2, random() as r3, n as same) y
     cross join lateral (select y.r1, y.r2, y.r3, case when y.r1 < 0.08 then 'abstained' when y.r1 < 0.085 then 'failed' else 'answered' end as outcome, case when y.r2 < 0.6 then 'model' else 'extractive' end as mode) x
     cross join lateral (select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - ((n::bigint * ${days} / ${interactions}) || ' days')::interval + interval '8 hours' + x.r1 * interval '10 hours' as at) z
     join (select id, row_number() over (order by id) - 1 as r from themes where company_id = $1) t on t.r = floor(sqrt(x.r2) * ${themes})
     join (select id, row_number() over (order by id) - 1 as r from users where company_id = $1 and email like 'agent%@bench.example') u on u.r = floor(x.r3 * ${agents})`,
    [company],
  );
  await client.query(
    `insert into interaction_sources (company_id, interaction_id, rank, marker, score, document_id, document_name, version_id, version, passage_ordinal, passage_text, page_index, page_number, quote)
     select i.company_id, i.id, k, k, 0.8, d.id, d.name, v.id, 1, 1, repeat('Opened products may be returned within 14 days. ', 8), 0, 1, 'within 14 days'
     from interactions i cross join generate_series(1, 2) k
     join (select id, name, theme_id, row_number() over (partition by theme_id order by id) as r, count(*) over (partition by theme_id) as total from documents where company_id = $1) d
       on d.theme_id = i.theme_id and d.r = 1 + (i.id / 7 + k) % (d.total - 1)
     join document_versions v on v.document_id = d.id
     where i.company_id = $1 and i.outcome = 'answered'`,
    [company],
  );
  await client.query(
    `insert into usage_entries (company_id, interaction_id, provider, model, reserved_tokens, input_tokens, output_tokens, settled_at, created_at)
     select company_id, id, 'openai', model, 4000, input_tokens, output_tokens, finished_at, created_at from interactions where company_id = $1 and mode = 'model'`,
    [company],
  );
  await client.query("set session_replication_role = origin");
  for (const table of [
    "users",
    "themes",
    "documents",
    "document_versions",
    "interactions",
    "interaction_sources",
    "usage_entries",
  ])
    await client.query(`vacuum analyze ${table}`);
}
