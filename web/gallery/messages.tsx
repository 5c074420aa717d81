import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { Flyout } from "#web/ui/flyout.tsx";
import { Section } from "#web/ui/section.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { ShownOnce } from "#web/ui/shown-once.tsx";
import { Badge, Empty, PageHeader, Problem, Spinner, type Tone } from "#web/ui/parts.tsx";
import { InlineStatus } from "#web/ui/inline-status.tsx";
import { TagRow } from "#web/ui/tag-row.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Row, State } from "./state.tsx";
import classes from "./gallery.module.css";

const nothing = () => undefined;
const gone = Object.assign(new Error("Not found, or you don't have access."), {
  code: "not_found",
});
const tones: Tone[] = ["plain", "ok", "warn", "bad", "partners", "products", "topics", "states"];

export function Badges() {
  return (
    <>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <p>
        In a line of text, <Badge tone="ok">Ready</Badge> aligns with the line, and so does{" "}
        <Badge>Inherited</Badge>.
      </p>
      <div style={{ maxWidth: 160 }}>
        <Badge tone="topics">a tag that is longer than its container</Badge>
      </div>
      <div style={{ maxWidth: 260 }}>
        <TagRow
          shown={3}
          tags={["Late fees", "Refunds", "a tag that is longer than its row", "Warranty"].map((tag) => ({
            tag,
            tone: "topics",
          }))}
        />
      </div>
    </>
  );
}

export function Messages() {
  return (
    <>
      <PageHeader title="Title of a screen" subtitle="What the screen is for">
        <Button tone="primary">Primary action</Button>
      </PageHeader>
      <State name="empty, with the next step">
        <Empty action={<Button>Invite someone</Button>}>Nobody has been invited yet.</Empty>
      </State>
      <State name="no matches">
        <Empty>No leads found matching your criteria</Empty>
      </State>
      <State name="a problem with a retry">
        <Problem onRetry={nothing}>Failed to load themes</Problem>
      </State>
      <State name="a problem without a retry">
        <Problem>Login failed</Problem>
      </State>
      <State name="a change that was not saved">
        <InlineStatus>'Billing' was not assigned. The server is restarting.</InlineStatus>
      </State>
      <State name="an item that cannot be fetched">
        <FetchProblem error={new Error("The server cannot be reached.")} onRetry={nothing} />
      </State>
      <State name="a missing item, on a screen">
        <FetchProblem error={gone} onRetry={nothing} />
      </State>
      <State name="a missing item, in a dialog">
        <FetchProblem error={gone} onRetry={nothing} onClose={nothing} />
      </State>
      <State name="loading">
        <Spinner />
      </State>
    </>
  );
}

export function Folds() {
  const long = "The customer bought it in March and has not opened it since. ";
  return (
    <>
      <State name="a long text">
        <ShowMore>
          <p>{long.repeat(30)}</p>
        </ShowMore>
      </State>
      <State name="a short text">
        <ShowMore>
          <p>{long}</p>
        </ShowMore>
      </State>
    </>
  );
}

export function Overlays() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Row>
      <Button onClick={() => toast("Theme created successfully")}>Show success</Button>
      <Button onClick={() => toastError("Error", "Failed to save your acceptance. Please try again.")}>
        Show an error
      </Button>
      <Button onClick={() => setAsking(true)}>Ask before deleting</Button>
      <Confirm
        opened={isAsking}
        question="Are you sure you want to delete this theme?"
        action="Delete"
        onConfirm={nothing}
        onClose={() => setAsking(false)}
      >
        <p>'Billing Support' can no longer be asked. Its answers stay on record.</p>
      </Confirm>
      <Flyout
        label="Open the panel"
        button="Panel"
        buttonClass=""
        panelLabel="Panel"
        opened={isOpen}
        onChange={setOpen}
      >
        <p style={{ width: 260, padding: 16 }}>The content of a panel at the end of a bar.</p>
      </Flyout>
    </Row>
  );
}

export function Sections() {
  return (
    <>
      <Section
        title="Webhooks"
        about="A webhook tells another program what happens here."
        action={<Button tone="primary">Add webhook</Button>}
      >
        <Empty>No webhooks yet.</Empty>
      </Section>
      <State name="a purpose longer than a line">
        <Section
          title="API keys"
          about={"A key lets another program ask the themes you choose. ".repeat(3)}
          action={<Button tone="primary">Create key</Button>}
        />
      </State>
      <State name="on a sheet">
        <Section isSheet title="Two-step verification" action={<Badge tone="ok">On</Badge>}>
          <p>On since Nov 8, 2026. Ten recovery codes are left.</p>
        </Section>
      </State>
      <State name="a secret, shown once">
        <div className={classes.dialog}>
          <div>
            <ShownOnce
              secret={`fnk_${"0123456789".repeat(4)}012`}
              label="Copy the key"
              warning={<p>Copy the key now. It cannot be shown again.</p>}
              onClose={nothing}
            >
              <p>Instructions for its use.</p>
            </ShownOnce>
          </div>
        </div>
      </State>
    </>
  );
}
