import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { HelpItem } from "#contract/operation/help.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { useSaveHelp } from "./queries.ts";
import classes from "./help.module.css";

type Props = { item: HelpItem | null; companyId: number | undefined; onClose(): void };

/** Adds or edits help content; editing inherited content creates the company's own copy. */
export function HelpEditor({ item, companyId, onClose }: Props) {
  const [opened] = useState(item);
  const [values, setValues] = useState({
    type: item?.type ?? "video",
    title: item?.title ?? "",
    content: item?.content ?? "",
    videoUrl: item?.videoUrl ?? "",
    duration: item?.duration ?? "",
  });
  const save = useSaveHelp();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const change = (part: Partial<typeof values>) => setValues((all) => ({ ...all, ...part }));
  const isVideo = values.type === "video";
  const title =
    item === null ? "Add Content" : item.isInherited ? "Customize for your company" : "Edit Content";
  const submit = async () => {
    const { type, title, content } = values;
    try {
      await save.mutateAsync({
        type,
        title,
        content,
        videoUrl: isVideo ? values.videoUrl.trim() || null : null,
        duration: isVideo ? values.duration.trim() || null : null,
        companyId,
        opened,
      });
      toast(item === null ? "Help content created successfully" : "Help content updated successfully");
      onClose();
    } catch (error) {
      toastError("Error", reasonOf(error) ?? "Failed to save help content");
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      <DialogForm
        action={item === null ? "Create" : "Update"}
        canSave={values.title.trim() !== "" && values.content.trim() !== ""}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NativeSelect
          label="Type"
          value={values.type}
          onChange={(event) => change({ type: event.currentTarget.value === "faq" ? "faq" : "video" })}
          data={[
            { value: "video", label: "Training Video" },
            { value: "faq", label: "FAQ" },
          ]}
        />
        <TextInput
          label={isVideo ? "Title" : "Question"}
          required
          data-autofocus
          maxLength={200}
          value={values.title}
          error={problems.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label={isVideo ? "Description" : "Answer"}
          description={isVideo ? undefined : "Markdown: **bold**, lists, links"}
          required
          autosize
          minRows={isVideo ? 3 : 6}
          maxRows={16}
          maxLength={20_000}
          value={values.content}
          error={problems.content}
          onChange={(event) => change({ content: event.currentTarget.value })}
        />
        {isVideo && (
          <Pair>
            <TextInput
              label="Video URL"
              type="url"
              placeholder="https://"
              maxLength={500}
              value={values.videoUrl}
              error={problems.videoUrl}
              onChange={(event) => change({ videoUrl: event.currentTarget.value })}
            />
            <TextInput
              label="Duration"
              placeholder="e.g., 5:30"
              maxLength={20}
              value={values.duration}
              error={problems.duration}
              onChange={(event) => change({ duration: event.currentTarget.value })}
            />
          </Pair>
        )}
        {item?.isInherited && (
          <p className={classes.remark}>
            Your company gets its own copy. Everyone else keeps the platform's version.
          </p>
        )}
      </DialogForm>
    </Modal>
  );
}
