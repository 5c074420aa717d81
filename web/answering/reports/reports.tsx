import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ChatReport } from "#contract/answering/reports.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Empty } from "#web/ui/parts.tsx";
import { TabList } from "#web/ui/tab-list.tsx";
import { Counted } from "./counted.tsx";
import { averageText } from "./figures.ts";
import { Overview } from "./overview.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { AgentsTable, ThemesTable } from "./report-tables.tsx";
import { ReviewsView } from "./reviews-view.tsx";
import { spendReportQuery } from "./queries.ts";
import { SpendView } from "./spend-view.tsx";
import { TagLists } from "./tag-lists.tsx";
import { Totals } from "./totals.tsx";
import classes from "./reports.module.css";

/** The longest that a report can show. */
const longestPeriod = 365;

const views = ["overview", "themes", "agents", "tags", "reviews", "spend"] as const;

/** A period's questions: overview, by theme, by agent, by tag; quality and cost. */
export default function Reports() {
  const address = useSearchParams();
  const view = views.find((name) => name === address.text("view")) ?? "overview";
  const { companyId } = useCompany();
  // without a call to a model there is nothing to spend
  const spend = useQuery(spendReportQuery(longestPeriod, companyId));
  const showsSpend = view === "spend" || (spend.data !== undefined && spend.data.calls > 0);
  return (
    <ReportFrame
      around={(content) => (
        <Tabs
          value={view}
          onChange={(value) =>
            address.open({ view: value === "overview" ? undefined : (value ?? undefined) })
          }
          keepMounted={false}
          color="var(--ink)"
        >
          <TabList className={classes.views}>
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="themes">Themes</Tabs.Tab>
            <Tabs.Tab value="agents">Agents</Tabs.Tab>
            <Tabs.Tab value="tags">Tags</Tabs.Tab>
            <Tabs.Tab value="reviews">Reviews</Tabs.Tab>
            {showsSpend && <Tabs.Tab value="spend">Spend</Tabs.Tab>}
          </TabList>
          <Tabs.Panel value={view} className={classes.view}>
            {content}
          </Tabs.Panel>
        </Tabs>
      )}
    >
      {(report) =>
        view === "reviews" ? (
          <ReviewsView period={report.period} />
        ) : view === "spend" ? (
          <SpendView period={report.period} />
        ) : report.totalInteractions === 0 ? (
          <Empty>No report data available.</Empty>
        ) : (
          <View view={view} report={report} />
        )
      }
    </ReportFrame>
  );
}

function View({ view, report }: { view: (typeof views)[number]; report: ChatReport }) {
  if (view === "themes") return <ThemesTable report={report} ratingText={averageText} />;
  if (view === "agents") return <AgentsTable report={report} ratingText={averageText} />;
  if (view === "tags") return <TagLists report={report} />;
  return (
    <>
      <Totals report={report} rating={averageText(report.averageRating)} ratingNote={ratingNote(report)} />
      <Overview report={report} />
    </>
  );
}

function ratingNote({ ratedInteractions, before, from, to }: ChatReport): ReactNode {
  return (
    <>
      <Counted count={ratedInteractions} days={{ from, to }} search={{ rating: "any" }} /> rated
      {before.averageRating !== null && ` · ${averageText(before.averageRating)} before`}
    </>
  );
}
