import { Tabs } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { periodNames } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Page, PageHeader, Spinner } from "#web/ui/parts.tsx";
import { TabList } from "#web/ui/tab-list.tsx";
import classes from "./admin.module.css";

// each tab is as large as a screen: load it when it is opened
const Users = lazy(() => import("#web/identity/users/users.tsx"));
const Interactions = lazy(() => import("#web/answering/interactions/interactions.tsx"));
const Reviews = lazy(() => import("#web/answering/reviews/reviews.tsx"));
const Desk = lazy(() => import("#web/answering/desk/desk.tsx"));
const ApprovedAnswers = lazy(() => import("#web/answering/approved-answers/approved-answers.tsx"));
const Models = lazy(() => import("#web/models/models/models.tsx"));
const Connections = lazy(() => import("#web/identity/api-keys/connections.tsx"));
const SignOn = lazy(() => import("#web/identity/sign-on/sign-on.tsx"));
const Leads = lazy(() => import("#web/operation/leads/leads.tsx"));

/** Each tab's URL parameters, cleared when another tab opens. */
const filters = ["q", "page", "sort", "role", "theme", "user", "person", ...periodNames];
const moreFilters = [
  "rating",
  "answer",
  "outcome",
  "reviewed",
  "tag",
  "status",
  "interaction",
  "review",
  "workspace",
  "model",
  "document",
  "version",
  "run",
  "file",
  "reason",
  "assignee",
  "case",
  "kind",
  "lead",
  "edit",
];
const left = Object.fromEntries([...filters, ...moreFilters].map((name) => [name, undefined]));

export default function Admin() {
  const mayReadLeads = useMay("lead:list");
  const maySignOn = useMay("sign-on:edit");
  const mayReadRecord = useMay("record:read");
  const mayReadOperation = useMay("operation:read");
  const { companyId } = useCompany();
  const address = useSearchParams();
  const tab = tabOf(address.text("tab"), mayReadLeads);
  return (
    <Page>
      <PageHeader title="Administration" subtitle="Users, questions and reviews">
        {mayReadOperation && <ButtonLink to="/operation">Operation</ButtonLink>}
        {mayReadRecord && (
          <ButtonLink to="/record" search={{ companyId }}>
            Record
          </ButtonLink>
        )}
      </PageHeader>
      <Tabs
        value={tab}
        onChange={(value) => address.open({ ...left, tab: value ?? "users" })}
        keepMounted={false}
        color="var(--ink)"
      >
        <TabList className={classes.tabs}>
          <Tabs.Tab value="users">User Management</Tabs.Tab>
          <Tabs.Tab value="interactions">Chat Interactions</Tabs.Tab>
          <Tabs.Tab value="reviews">Review Desk</Tabs.Tab>
          <Tabs.Tab value="desk">Open Work</Tabs.Tab>
          <Tabs.Tab value="approved">Approved Answers</Tabs.Tab>
          <Tabs.Tab value="models">Models</Tabs.Tab>
          <Tabs.Tab value="connections">Connections</Tabs.Tab>
          {maySignOn && <Tabs.Tab value="sign-on">Sign-on</Tabs.Tab>}
          {mayReadLeads && <Tabs.Tab value="leads">Leads</Tabs.Tab>}
        </TabList>
        <div className={classes.panel}>
          <Suspense fallback={<Spinner />}>
            <Tabs.Panel value="users">
              <Users />
            </Tabs.Panel>
            <Tabs.Panel value="interactions">
              <Interactions />
            </Tabs.Panel>
            <Tabs.Panel value="reviews">
              <Reviews />
            </Tabs.Panel>
            <Tabs.Panel value="desk">
              <Desk />
            </Tabs.Panel>
            <Tabs.Panel value="approved">
              <ApprovedAnswers />
            </Tabs.Panel>
            <Tabs.Panel value="models">
              <Models />
            </Tabs.Panel>
            <Tabs.Panel value="connections">
              <Connections />
            </Tabs.Panel>
            {maySignOn && (
              <Tabs.Panel value="sign-on">
                <SignOn />
              </Tabs.Panel>
            )}
            {mayReadLeads && (
              <Tabs.Panel value="leads">
                <Leads />
              </Tabs.Panel>
            )}
          </Suspense>
        </div>
      </Tabs>
    </Page>
  );
}

const open = [
  "users",
  "interactions",
  "reviews",
  "desk",
  "approved",
  "models",
  "connections",
  "sign-on",
] as const;
type Tab = (typeof open)[number] | "leads";

/** A notification may name only an interaction; a tab the user can't see falls back to the first. */
function tabOf(named: string, mayReadLeads: boolean): Tab {
  if (named === "leads") return mayReadLeads ? "leads" : "users";
  return open.find((tab) => tab === named) ?? "users";
}
