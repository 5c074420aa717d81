import { Button as MantineButton } from "@mantine/core";
import { Download } from "lucide-react";
import type { MouseEventHandler, ReactNode } from "react";

/** A server file, streamed to disk by the browser: no size limit, never held in memory. */
export function DownloadLink({
  href,
  size = "sm",
  children,
  onClick,
}: {
  href: string;
  size?: string | undefined;
  children: ReactNode;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}) {
  return (
    <MantineButton
      component="a"
      href={href}
      download
      {...(onClick === undefined ? {} : { onClick })}
      variant="default"
      size={size}
      leftSection={<Download size={15} aria-hidden />}
    >
      {children}
    </MantineButton>
  );
}
