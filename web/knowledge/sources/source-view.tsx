import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { Modal } from "#web/ui/modal.tsx";
import { firstMode, SourceBody } from "./source-body.tsx";
import type { SourcePlace } from "./source-place.ts";

/** The cited version in an overlay, opened at the passage supporting the sentence; full-screen on a phone. */
export function SourceView({ citation, onClose }: { citation: SourcePlace | null; onClose(): void }) {
  const [mode, setMode] = useState(firstMode);
  const isPhone = useMediaQuery("(max-width: 40em)") ?? false;
  return (
    <Modal
      opened={citation !== null}
      onClose={onClose}
      title={citation?.documentName ?? ""}
      size={860}
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": "Close the source" }}
    >
      {citation !== null && <SourceBody citation={citation} mode={mode} onMode={setMode} />}
    </Modal>
  );
}
