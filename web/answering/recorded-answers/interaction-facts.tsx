import type { ReactNode } from "react";
import type { Interaction } from "#contract/answering/interactions.ts";
import { providerLabels } from "#contract/models/providers.ts";
import { Email } from "#web/ui/email.tsx";
import { sentenceCase } from "#web/ui/format.ts";
import { roleNames } from "#web/identity/users/role-names.ts";
import { outcomeOf } from "#web/answering/answers/outcome.ts";
import classes from "./recorded-answer.module.css";

/** Replaces the address where a program asked (server: `person_name`). */
const keysEmail = "API key";

const modes: Record<Interaction["mode"], string> = {
  model: "Written by the model",
  extractive: "Quoted",
  approved: "Approved answer",
};

/** How the answer was produced. */
export function InteractionFacts({ interaction }: { interaction: Interaction }) {
  const { claims, mode, outcome, timings, user } = interaction;
  const confirmed = claims.filter((claim) => claim.verdict === "supported").length;
  const facts: [string, ReactNode][] = [
    ["Outcome", sentenceCase(outcomeOf({ outcome, mode, confirmed, claims: claims.length }).text)],
    [
      "Agent",
      user.email === keysEmail ? (
        `${user.name} (API key)`
      ) : (
        <>
          {user.name !== user.email && `${user.name}, `}
          <Email address={user.email} />, {roleNames[user.role]}
        </>
      ),
    ],
    ...(interaction.askedThrough === null
      ? []
      : [["Asked through", `MCP, client ${interaction.askedThrough}`] as [string, ReactNode]]),
    ...(interaction.endUser === null ? [] : [["End user", interaction.endUser] as [string, ReactNode]]),
    ["Theme", `${interaction.themeName} (${interaction.themeId})`],
    // the theme's choice says nothing of an answer that no model wrote
    ["Model", interaction.model ?? (mode === "model" ? "Unknown" : "None")],
    ["Method", outcome === "abstained" && mode === "extractive" ? "Search only" : modes[mode]],
    ...callFacts(interaction.modelCall),
    ["Rating", sentenceCase(interaction.rating ?? "not rated")],
    // a question that failed early has none: 0 is not a measurement
    ["Retrieval", milliseconds(timings.retrievalMs || null)],
    ["First word", milliseconds(timings.firstTokenMs)],
    ["Completed", milliseconds(timings.totalMs || null)],
    ["Session", interaction.sessionId],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The model requested and the model that answered, with the call's parameters and usage. */
function callFacts(call: Interaction["modelCall"]): [string, ReactNode][] {
  if (call === null) return [];
  const { provider, asked, fingerprint, parameters, inputTokens, outputTokens, tokensEstimated } = call;
  const sent = parameters && [
    `at most ${parameters.maxOutputTokens.toLocaleString()} tokens`,
    ...(parameters.temperature === undefined ? [] : [`temperature ${parameters.temperature}`]),
    ...(parameters.reasoningEffort === undefined ? [] : [`effort ${parameters.reasoningEffort}`]),
    ...(parameters.responseFormat === undefined ? [] : ["a reply by the schema of an answer"]),
  ];
  return [
    ["Asked for", provider === null ? asked : `${asked} (${providerLabels[provider]})`],
    ...(sent === null ? [] : [["Parameters", sent.join(", ")] as [string, ReactNode]]),
    ...(fingerprint === null ? [] : [["System fingerprint", fingerprint] as [string, ReactNode]]),
    ...(inputTokens === null || outputTokens === null
      ? []
      : [
          [
            "Tokens",
            `${tokensEstimated ? "at most " : ""}${inputTokens.toLocaleString()} read, ${outputTokens.toLocaleString()} written`,
          ] as [string, ReactNode],
        ]),
  ];
}

function milliseconds(value: number | null): string {
  if (value === null) return "–";
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
