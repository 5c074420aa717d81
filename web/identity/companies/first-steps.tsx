import { Circle, CircleCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Section } from "#web/ui/section.tsx";
import classes from "./companies.module.css";

type Props = { company: Company; onCreateWorkspace(): void; onInvite(): void };

/** Companies seen with an open step since the page was loaded. */
const begun = new Set<number>();

/** A company's way to its first answer. Whoever came while a step was open sees the last one tick, too. */
export function FirstSteps({ company, onCreateWorkspace, onInvite }: Props) {
  const [isNew] = useState(() => {
    if (!isComplete(company)) begun.add(company.id);
    return begun.has(company.id);
  });
  if (!isNew) return null;
  const hasWorkspace = company.workspaceCount > 0;
  return (
    <Section
      isSheet
      title="First steps"
      about={
        isComplete(company)
          ? "Done. People can ask as soon as the theme has documents and a workspace or a person may ask it."
          : "A company needs all three before anyone can ask."
      }
    >
      <ol className={classes.steps}>
        <Step
          isDone={hasWorkspace}
          name="Create a workspace"
          about="A group of people and the themes they ask, such as a department."
        >
          <Button size="xs" onClick={onCreateWorkspace}>
            Create Workspace
          </Button>
        </Step>
        <Step
          isDone={company.activeUserCount > 0}
          name="Invite people"
          about="A workspace admin can do the rest; agents ask."
        >
          <Button size="xs" onClick={onInvite}>
            Invite People
          </Button>
        </Step>
        <Step
          isDone={company.themeCount > 0}
          name="Create a theme"
          about={
            hasWorkspace
              ? "The documents on one subject, and who may ask about it."
              : "The documents on one subject. It needs a workspace first."
          }
        >
          {hasWorkspace && (
            <ButtonLink size="xs" to="/themes" search={{ companyId: company.id, theme: "new" }}>
              Create Theme
            </ButtonLink>
          )}
        </Step>
      </ol>
    </Section>
  );
}

const isComplete = (company: Company) =>
  company.workspaceCount > 0 && company.activeUserCount > 0 && company.themeCount > 0;

type StepProps = { isDone: boolean; name: string; about: string; children: ReactNode };

function Step({ isDone, name, about, children }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li data-done={isDone || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{name}</strong>
        {isDone && <span className="visually-hidden"> (done)</span>}
        <p>{about}</p>
      </div>
      {!isDone && children}
    </li>
  );
}
