import { Accordion } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { HelpItem } from "#contract/operation/help.ts";
import { Badge } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ItemActions, type Editing } from "./item-actions.tsx";
import classes from "./help.module.css";

// Markdown rendering takes more script than the rest of the screen, and most questions stay closed
const HelpText = lazy(() => import("./help-text.tsx"));

type Props = {
  /** Undefined while loading. */
  questions: HelpItem[] | undefined;
  /** Shown when there are none. */
  none: string;
  edit: Editing;
};

/** Frequently Asked Questions, one open at a time. */
export function Questions({ questions, none, edit }: Props) {
  return (
    <Section isSheet title="Frequently Asked Questions">
      {questions === undefined ? (
        <Waiting shape="lines" />
      ) : questions.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <Accordion
          order={3}
          variant="default"
          classNames={{ item: classes.item, control: classes.control, content: classes.content }}
        >
          {questions.map((question, index) => (
            <Accordion.Item key={question.id} value={String(question.id)}>
              <div className={classes.question}>
                <Accordion.Control>
                  {question.title} {question.isInherited && <Badge>Inherited</Badge>}
                </Accordion.Control>
                <ItemActions
                  item={question}
                  edit={edit}
                  isFirst={index === 0}
                  isLast={index === questions.length - 1}
                />
              </div>
              <Accordion.Panel>
                <Suspense fallback={<p className={classes.answer}>{question.content}</p>}>
                  <HelpText text={question.content} />
                </Suspense>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Section>
  );
}
