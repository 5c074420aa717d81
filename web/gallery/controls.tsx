import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  Progress,
  Radio,
  SegmentedControl,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from "@mantine/core";
import { FileClock, Pencil, Plus, ThumbsDown, ThumbsUp, Trash2 } from "lucide-react";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DescribedOptions } from "#web/ui/described-options.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { mostOptions, type Source } from "#web/ui/remote-options.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { TabList } from "#web/ui/tab-list.tsx";
import { Row, State } from "./state.tsx";
import classes from "./gallery.module.css";

const nothing = () => undefined;

const branches = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Branch ${index + 1}` }));

/** A list of this many branches, searched like on the server. */
function sourceOf(count: number): Source<{ id: number; name: string }> {
  return {
    key: ["branches", count],
    find: (search) => {
      const rows = branches(count).filter(({ name }) => name.includes(search));
      return Promise.resolve({ rows: rows.slice(0, mostOptions), total: rows.length });
    },
    labelOf: ({ name }) => name,
    failure: "Failed to fetch workspaces",
  };
}

const tones = ["primary", "plain", "quiet", "danger"] as const;

export function Buttons() {
  return (
    <>
      {tones.map((tone) => (
        <Row key={tone}>
          <State name={`${tone}, idle`}>
            <Button tone={tone}>Save changes</Button>
          </State>
          <State name="with an icon">
            <Button tone={tone} leftSection={<Plus size={16} aria-hidden />}>
              Add
            </Button>
          </State>
          <State name="small">
            <Button tone={tone} size="xs">
              View Details
            </Button>
          </State>
          <State name="disabled">
            <Button tone={tone} disabled>
              Save changes
            </Button>
          </State>
          <State name="busy">
            <Button tone={tone} loading>
              Save changes
            </Button>
          </State>
        </Row>
      ))}
      <Row>
        <State name="link to a screen">
          <ButtonLink to=".">Open the report</ButtonLink>
        </State>
        <State name="server file">
          <DownloadLink href="#main">Export CSV</DownloadLink>
        </State>
        <State name="icon">
          <IconButton icon={Pencil} label="Edit" onClick={nothing} />
        </State>
        <State name="icon, disabled">
          <IconButton icon={Trash2} label="Delete" onClick={nothing} disabled />
        </State>
        <State name="pressed">
          <IconButton icon={Pencil} label="Pinned" onClick={nothing} pressed />
        </State>
        <State name="open">
          <IconButton icon={FileClock} label="Versions" onClick={nothing} expanded />
        </State>
        <State name="pressed, good">
          <IconButton icon={ThumbsUp} label="Good answer" onClick={nothing} pressed tone="ok" />
        </State>
        <State name="pressed, bad">
          <IconButton icon={ThumbsDown} label="Bad answer" onClick={nothing} pressed tone="bad" />
        </State>
        <State name="secret">
          <Secret value="Bb2a-DCD9-YtjjdF" label="Copy the password" />
        </State>
      </Row>
    </>
  );
}

export function Fields() {
  return (
    <>
      <Pair>
        <TextInput label="Empty" placeholder="Placeholder" />
        <TextInput label="Filled, required" required defaultValue="Corvane Electronics" />
        <TextInput label="With a description" description="Stored encrypted and never shown again" />
        <TextInput
          label="Refused"
          error="A user with this email already exists."
          defaultValue="a@b.example"
        />
        <TextInput label="Cannot be changed" disabled defaultValue="Set by the server" />
        <PasswordInput label="Secret" visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }} />
        <NativeSelect label="Short choice" data={["All Roles", "Agent"]} />
        <RemoteSelect
          label="Choice from a long list"
          placeholder="Select a workspace"
          source={sourceOf(2000)}
          chosen={null}
          onChoose={nothing}
        />
        <RemoteSelect
          label="Choice, with an option for all"
          none="All Companies"
          source={sourceOf(3)}
          chosen={null}
          onChoose={nothing}
        />
        <RemoteSelect
          label="Choice, chosen from far down the list"
          clearable
          source={sourceOf(2000)}
          chosen={{ id: 1999, label: "Branch 1999" }}
          onChoose={nothing}
        />
        <RemoteSelect
          label="Choice with nothing to choose"
          empty="Create a workspace first"
          source={sourceOf(0)}
          chosen={null}
          onChoose={nothing}
        />
        <Textarea
          label="Text"
          minRows={2}
          defaultValue="Two lines of text that someone typed into the field"
        />
        <SearchInput label="Search" placeholder="Search users" value="" onSearch={nothing} />
      </Pair>
      <Row>
        <DescribedOptions
          label="Several of these"
          options={{
            ask: { name: "Ask questions", means: "Ask the themes below" },
            read: { name: "Read sources", means: "Find passages and open cited pages" },
          }}
          chosen={["ask"]}
          error="Choose another one"
          onChange={nothing}
        />
        <Checkbox label="Not chosen" description="What it would do" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Disabled" disabled />
        <Radio.Group defaultValue="b" label="One of two options">
          <Radio value="a" label="Smart" description="Faster responses" />
          <Radio value="b" label="Smarter" description="Advanced reasoning" />
        </Radio.Group>
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="Fixed" disabled />
      </Row>
      <Row>
        <SegmentedControl aria-label="How to show it" data={["Text", "Original page"]} />
        <State name="progress">
          <Progress value={40} aria-label="Upload" w={200} />
        </State>
      </Row>
      <Tabs defaultValue="a" color="var(--ink)">
        <TabList>
          <Tabs.Tab value="a">User Management</Tabs.Tab>
          <Tabs.Tab value="b">Chat Interactions</Tabs.Tab>
          <Tabs.Tab value="c" disabled>
            Leads
          </Tabs.Tab>
        </TabList>
        <Tabs.Panel value="a">The panel of the first tab</Tabs.Panel>
        <Tabs.Panel value="b">The panel of the second tab</Tabs.Panel>
      </Tabs>
    </>
  );
}

export function Forms() {
  const states = [
    ["Ready to save", true, false],
    ["Incomplete", false, false],
    ["Saving", true, true],
    ["Taller than its window", true, false],
  ] as const;
  return states.map(([name, canSave, isSaving]) => (
    <State key={name} name={name}>
      <div className={classes.dialog}>
        <div>
          <DialogForm
            action="Save Changes"
            canSave={canSave}
            isSaving={isSaving}
            onSave={nothing}
            onCancel={nothing}
          >
            <Pair>
              <TextInput label={`First name (${name})`} defaultValue={canSave ? "Maria" : ""} required />
              <TextInput label={`Last name (${name})`} defaultValue={canSave ? "Rossi" : ""} />
            </Pair>
            {name.startsWith("Longer") && <Textarea label="Note" minRows={6} autosize />}
          </DialogForm>
        </div>
      </div>
    </State>
  ));
}
