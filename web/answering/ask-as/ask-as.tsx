import { Eye } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { SeenDesk, SeenTheme } from "#contract/answering/ask-as.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { roleNames } from "#web/identity/users/role-names.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Empty, Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { AskTheme } from "./ask-theme.tsx";
import { seenDeskQuery } from "./queries.ts";
import { SeenDocuments } from "./seen-documents.tsx";
import classes from "./ask-as.module.css";
import { formatCount } from "#web/ui/format.ts";

const names = ["person", "theme", "companyId"];

/** The workbench as another person sees it: themes, documents and an answer. */
export default function AskAs() {
  const address = useSearchParams(names);
  const person = address.number("person");
  const themeId = address.number("theme");
  const { data, error, refetch } = useQuery(seenDeskQuery(person ?? 0));
  const companyId = address.number("companyId");
  const back = { companyId, ...(themeId === undefined ? {} : { theme: themeId, tab: "agents" }) };
  const exit = (
    <ButtonLink size="xs" to="/themes" search={back}>
      Exit
    </ButtonLink>
  );
  if (person === undefined)
    return (
      <Page>
        <PageHeader title="Ask as" />
        <Empty action={exit}>Choose a person under Agents of a theme.</Empty>
      </Page>
    );
  return (
    <>
      <p className={classes.banner} role="status">
        <Eye size={16} aria-hidden />
        <span>
          You see what {data === undefined ? "another person" : <b>{displayName(data.person)}</b>} sees. This
          is on the record, and nothing enters their history.
        </span>
        {exit}
      </p>
      <Page>
        {error !== null ? (
          <>
            <PageHeader title="Ask as" />
            <Problem onRetry={() => void refetch()}>{error.message}</Problem>
          </>
        ) : data === undefined ? (
          <>
            <PageHeader title="Ask as" />
            <Waiting shape="lines" />
          </>
        ) : (
          <Desk key={person} desk={data} themeId={themeId} onChoose={(theme) => address.refine({ theme })} />
        )}
      </Page>
    </>
  );
}

type Props = { desk: SeenDesk; themeId: number | undefined; onChoose(theme: number): void };

function Desk({ desk: { person, themes }, themeId, onChoose }: Props) {
  const name = displayName(person);
  const theme = themes.find(({ id }) => id === themeId) ?? null;
  return (
    <>
      <PageHeader title={name} subtitle={`${roleNames[person.role]} · ${person.email}`} />
      <div className={classes.desk}>
        <Section title="Themes" about={`What ${name} can ask.`}>
          {themes.length === 0 ? (
            <p className={classes.none}>No themes available. Please contact your administrator.</p>
          ) : (
            <ul className={classes.themes}>
              {themes.map((one) => (
                <li key={one.id}>
                  <button type="button" aria-pressed={one.id === theme?.id} onClick={() => onChoose(one.id)}>
                    <span>{one.name}</span>
                    <span className={classes.count}>{countOf(one)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Section>
        {theme === null ? (
          <p className={classes.none}>
            {themeId === undefined
              ? "Choose a theme."
              : `${name} can't ask the theme that you came from. Choose another one.`}
          </p>
        ) : (
          <div key={theme.id} className={classes.theme}>
            <AskTheme person={person} theme={theme} />
            <SeenDocuments person={person.id} name={name} theme={theme} />
          </div>
        )}
      </div>
    </>
  );
}

const countOf = ({ documentCount: count }: SeenTheme) => formatCount(count, "document");
