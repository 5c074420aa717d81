import { Pencil } from "lucide-react";
import { CardList } from "#web/ui/card-list.tsx";
import { AddCard, Card, CardGrid, CardRows, Count } from "#web/ui/cards.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { Badge } from "#web/ui/parts.tsx";
import { Sparkline } from "#web/ui/sparkline.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Row as StateRow, State } from "./state.tsx";

const nothing = () => undefined;
const endless = "Wide-name/without_a_place.to(break)".repeat(2);
const actions = <IconButton icon={Pencil} label="Edit" onClick={nothing} />;

export function Cards() {
  return (
    <>
      <ThreeCards />
      <State name="As rows of one sheet">
        <CardRows isBusy={false} add={<AddCard onClick={nothing}>Create New Theme</AddCard>}>
          <p>One row</p>
          <p>Another row</p>
        </CardRows>
      </State>
      <State name="One page of many">
        <CardList
          things="companies"
          list={{ data: pageOfMany, isError: false, isPlaceholderData: false, refetch: nothing }}
          failure="Failed to load companies"
          none="No companies yet."
          nothingFound="No company matches your search."
          card={({ id, name }) => (
            <Card key={id} name={name} actions={actions} badges={<Badge>Pending</Badge>} text="">
              <Count value={id} one="workspace" many="workspaces" />
            </Card>
          )}
          add={<AddCard onClick={nothing}>Add Company</AddCard>}
        />
      </State>
    </>
  );
}

const pageOfMany = {
  rows: [
    { id: 1, name: "Aachen Mutual" },
    { id: 2, name: "Bergen Savings" },
  ],
  total: 2000,
};

function ThreeCards() {
  return (
    <CardGrid>
      <Card
        name="Corvane Electronics"
        onOpen={nothing}
        actions={actions}
        badges={<Badge tone="ok">Connected</Badge>}
        text="Opens when pressed anywhere"
      >
        <Count value={3} one="workspace" many="workspaces" />
        <Count value={1} one="active user" many="active users" />
      </Card>
      <Card
        name="Customer Care"
        actions={actions}
        badges={<Badge tone="warn">Inactive</Badge>}
        text="A description longer than three lines is cut off at the end of the third, so that neighboring cards keep the same height and can be scanned row by row without losing your place, however much someone wrote."
      >
        <Count value={undefined} one="user" many="users" />
        <Count value={12_345} one="theme" many="themes" />
      </Card>
      <Card name={endless} actions={actions} badges={<Badge>{endless}</Badge>} text={endless}>
        <Count value={0} one="user" many="users" />
      </Card>
      <AddCard onClick={nothing}>Create New Workspace</AddCard>
    </CardGrid>
  );
}

type Row = { id: number; name: string; role: string; count: number };

const rows: Row[] = [
  { id: 1, name: "Dana Whitfield", role: "Workspace Admin", count: 12 },
  { id: 2, name: "Maya Lindgren", role: "Agent", count: 1_284 },
  { id: 3, name: endless, role: "Agent", count: 0 },
];
const columns: Column<Row>[] = [
  { label: "User", sort: "user", wraps: true, render: (row) => row.name },
  { label: "Role", sort: "role", width: "160px", render: (row) => <Badge>{row.role}</Badge> },
  { label: "Answers", align: "end", width: "90px", render: (row) => row.count.toLocaleString("en") },
];

export function Tables() {
  const states = [
    ["Sorted ascending", { rows, sort: "user", onSort: nothing }],
    ["Sorted descending, newer rows loading", { rows, sort: "-role", onSort: nothing, isBusy: true }],
    ["Nothing on this page", { rows: [] }],
    ["Narrow: a table on a phone too", { rows, isNarrow: true }],
  ] as const;
  return states.map(([name, props]) => (
    <State key={name} name={name}>
      <DataTable label={name} columns={columns} keyOf={(row) => row.id} {...props} rows={[...props.rows]} />
    </State>
  ));
}

export function Waits() {
  return (["cards", "rows", "lines"] as const).map((shape) => (
    <State key={shape} name={shape}>
      <Waiting shape={shape} />
    </State>
  ));
}

export function Sparklines() {
  const states = [
    ["A week", [0, 3, 9, 4, 12, 2, 6]],
    ["A year of weeks", Array.from({ length: 52 }, (_, week) => (week * 37) % 23)],
    ["Nothing", [0, 0, 0, 0, 0, 0, 0]],
    ["A constant count", [4, 4, 4, 4, 4, 4, 4]],
  ] as const;
  return (
    <StateRow>
      {states.map(([name, counts]) => (
        <State key={name} name={name}>
          <Sparkline counts={[...counts]} label={name} />
        </State>
      ))}
    </StateRow>
  );
}

export function Paging() {
  const states = [
    ["One page", 1, 8],
    ["First of many", 1, 12_345],
    ["A page in the middle", 40, 12_345],
    ["Last page", 5, 48],
    ["Nothing", 1, 0],
  ] as const;
  return states.map(([name, page, total]) => (
    <State key={name} name={name}>
      <Pages label={`Pages: ${name}`} page={page} pageSize={10} total={total} />
    </State>
  ));
}
