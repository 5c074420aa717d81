import { Client, type ClientConfig } from "pg";
import type { Engine } from "./engine.ts";
import type { CorpusEntry } from "./question-set.ts";

/** A question to 13,000 passages takes a third of a second; this number has a standard error of 0.03. */
const mostQuestions = 200;

/**
 * PostgreSQL's own ranking (english, any of the question's words) in a temporary table that ends with the connection.
 */
export async function rankCd(connection: ClientConfig, corpus: CorpusEntry[]): Promise<Engine> {
  const client = new Client(connection);
  await client.connect();
  await client.query("create temporary table entry (id text, words tsvector)");
  await client.query(
    `insert into entry select id, to_tsvector('english', title || ' ' || left(text, 500000))
     from unnest($1::text[], $2::text[], $3::text[]) as given(id, title, text)`,
    [corpus.map(({ id }) => id), corpus.map(({ title }) => title), corpus.map(({ text }) => text)],
  );
  await client.query("create index on entry using gin (words)");
  await client.query("analyze entry");
  return {
    async search(question, limit) {
      const { rows } = await client.query<{ id: string }>(
        `select id from entry,
           (select replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery as asked) as question
         where words @@ asked order by ts_rank_cd(words, asked, 1) desc, id limit $2`,
        [question, limit],
      );
      return rows.map(({ id }) => id);
    },
    close: () => client.end(),
    questions: mostQuestions,
  };
}
