import { Play } from "lucide-react";
import type { HelpItem } from "#contract/help.ts";
import { Fold } from "../ui/fold.tsx";
import { Badge } from "../ui/parts.tsx";
import { ItemActions } from "./item-actions.tsx";
import type { Editing } from "./item-actions.tsx";
import classes from "./help.module.css";

/** Training Videos: each opens in a tab of its own, so that nothing of another site runs in this one. */
export function Videos({ videos, edit }: { videos: HelpItem[]; edit: Editing }) {
  return (
    <section className={classes.card} aria-labelledby="training-videos">
      <h2 id="training-videos">Training Videos</h2>
      {videos.length === 0 ? (
        <p className={classes.none}>No training videos available</p>
      ) : (
        <ul className={classes.list}>
          {videos.map((video, place) => (
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
                <Fold>
                  <p className={classes.text}>{video.content}</p>
                </Fold>
              </div>
              {video.duration && <span className={classes.duration}>{video.duration}</span>}
              <ItemActions
                item={video}
                edit={edit}
                isFirst={place === 0}
                isLast={place === videos.length - 1}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
