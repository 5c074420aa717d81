import { useQuery } from "@tanstack/react-query";
import type { HelpItem } from "#contract/operation/help.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { hiddenHelpQuery, useRestoreHelp } from "./queries.ts";
import classes from "./help.module.css";

/** Platform content the company has hidden, with a way to show it again; nothing if none is hidden. */
export function HiddenHelp({ companyId }: { companyId: number | undefined }) {
  const { data } = useQuery(hiddenHelpQuery(companyId));
  const restore = useRestoreHelp();
  if (data === undefined || data.length === 0) return null;
  const show = async (item: HelpItem) => {
    try {
      await restore.mutateAsync({ id: item.id, companyId });
      toast("Inherited content restored successfully");
    } catch (error) {
      toastError("Failed to save help content", reasonOf(error));
    }
  };
  return (
    <Section isSheet title="Hidden from your company">
      <ul className={classes.list}>
        {data.map((item) => (
          <li key={item.id}>
            <div className={classes.body}>
              <p className={classes.title}>{item.title}</p>
              <p className={classes.text}>{item.type === "video" ? "Training Video" : "FAQ"}</p>
            </div>
            <Button size="xs" aria-label={`Restore ${item.title}`} onClick={() => void show(item)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
