import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Result } from "#contract/kernel/endpoint.ts";
import { createProgramAnswer } from "#contract/answering/programs.ts";
import { Button } from "#web/ui/button.tsx";
import classes from "./connections.module.css";

type Props = { secret: string; theme: { id: number; name: string } };

/** Asks with the new key, as the program will. */
export function TryIt({ secret, theme }: Props) {
  const [question, setQuestion] = useState("");
  const asking = useMutation({ mutationFn: () => askWith(secret, theme.id, question) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== "" && !asking.isPending) asking.mutate();
  };
  return (
    <form className={classes.try} onSubmit={submit}>
      <TextInput
        label={`Try it: ask ${theme.name}`}
        maxLength={4000}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Button type="submit" disabled={question.trim() === "" || asking.isPending}>
        {asking.isPending ? "Asking..." : "Ask"}
      </Button>
      <div role="status" className={classes.told}>
        {asking.isError && <p>{asking.error.message}</p>}
        {asking.data !== undefined && (
          <pre tabIndex={0} aria-label="What the program receives">
            <code>{JSON.stringify(asking.data, null, 2)}</code>
          </pre>
        )}
      </div>
    </form>
  );
}

async function askWith(
  secret: string,
  themeId: number,
  question: string,
): Promise<Result<typeof createProgramAnswer>> {
  const response = await fetch("/api/v1/answers", {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ themeId, question }),
  });
  const body: unknown = await response.json();
  if (response.ok) return createProgramAnswer.output.parse(body);
  const { detail } = body as { detail?: string };
  throw new Error(detail ?? `The server answered ${response.status}.`);
}
