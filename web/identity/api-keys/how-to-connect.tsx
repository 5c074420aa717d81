import { Tabs } from "@mantine/core";
import { TabList } from "#web/ui/tab-list.tsx";
import { CopiedCode } from "./copied-code.tsx";
import classes from "./connections.module.css";

type Props = { secret: string | null; themeId: number | null };

/** Snippets for other programs; a placeholder if no key is at hand. */
export function HowToConnect({ secret, themeId }: Props) {
  const ways = waysOf(window.location.origin, secret ?? "YOUR_KEY", themeId ?? 1);
  return (
    <section className={classes.connect} aria-labelledby={`connect-${secret === null ? "page" : "key"}`}>
      <h3 id={`connect-${secret === null ? "page" : "key"}`}>How to connect</h3>
      <Tabs defaultValue="terminal" color="var(--ink)">
        <TabList>
          {ways.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </TabList>
        {ways.map(({ id, name, about, code }) => (
          <Tabs.Panel key={id} value={id} className={classes.way}>
            <p>{about}</p>
            <CopiedCode name={name} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <p className={classes.hint}>
        Every call is described in the <a href="/api/docs">API reference</a>.
      </p>
    </section>
  );
}

function waysOf(origin: string, key: string, themeId: number) {
  return [
    {
      id: "terminal",
      name: "Terminal",
      about: "Ask a question. The answer has checked sentences, each with its citations.",
      code: [
        `curl ${origin}/api/v1/answers \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -H "Idempotency-Key: $(uuidgen)" \\`,
        `  -d '{"themeId": ${themeId}, "question": "Who pays for return shipping?"}'`,
      ].join("\n"),
    },
    {
      id: "javascript",
      name: "JavaScript",
      about: "For a server of your own. Keep the key out of web pages.",
      code: [
        `const response = await fetch("${origin}/api/v1/answers", {`,
        `  method: "POST",`,
        `  headers: {`,
        `    authorization: "Bearer ${key}",`,
        `    "content-type": "application/json",`,
        `  },`,
        `  body: JSON.stringify({ themeId: ${themeId}, question, endUser: customerNumber }),`,
        `});`,
        `const { outcome, text, citations } = await response.json();`,
      ].join("\n"),
    },
    {
      id: "openai",
      name: "OpenAI clients",
      about:
        "For programs that speak OpenAI's protocol, such as Open WebUI and LibreChat: each theme is a model.",
      code: [
        `from openai import OpenAI`,
        ``,
        `client = OpenAI(base_url="${origin}/v1", api_key="${key}")`,
        `answer = client.chat.completions.create(`,
        `    model="theme-${themeId}",`,
        `    messages=[{"role": "user", "content": question}],`,
        `)`,
        `print(answer.choices[0].message.content)`,
      ].join("\n"),
    },
    {
      id: "assistants",
      name: "Assistants (MCP)",
      about:
        "For assistants that speak the Model Context Protocol over HTTP, with this key. For assistants in which people sign in themselves, an administrator opens an address without keys under single sign-on.",
      code: JSON.stringify(
        {
          mcpServers: {
            footnote: {
              type: "http",
              url: `${origin}/mcp`,
              headers: { Authorization: `Bearer ${key}` },
            },
          },
        },
        null,
        2,
      ),
    },
  ];
}
