import { Play } from "lucide-react";
import type { HelpItem } from "#contract/operation/help.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { Badge } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ItemActions, type Editing } from "./item-actions.tsx";
import classes from "./help.module.css";

type Props = {
  /** Undefined while loading. */
  videos: HelpItem[] | undefined;
  /** Shown when there are none. */
  none: string;
  edit: Editing;
};

/** Training Videos: each opens in its own tab, so nothing from another site runs in this one. */
export function Videos({ videos, none, edit }: Props) {
  return (
    <Section isSheet title="Training Videos">
      {videos === undefined ? (
        <Waiting shape="lines" />
      ) : videos.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.list}>
          {videos.map((video, index) => (
            <li key={video.id}>
              <Play size={17} aria-hidden className={classes.sign} />
              <div className={classes.body}>
                <p className={classes.title}>
                  {video.videoUrl === null ? (
                    video.title
                  ) : (
                    <a href={video.videoUrl} target="_blank" rel="noopener noreferrer">
                      {video.title}
                    </a>
                  )}{" "}
                  {video.isInherited && <Badge>Inherited</Badge>}
                </p>
                {video.videoUrl === null && <p className={classes.text}>No video yet</p>}
                <ShowMore>
                  <p className={classes.text}>{video.content}</p>
                </ShowMore>
              </div>
              {video.videoUrl !== null && video.duration && (
                <span className={classes.duration}>{video.duration}</span>
              )}
              <ItemActions
                item={video}
                edit={edit}
                isFirst={index === 0}
                isLast={index === videos.length - 1}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
