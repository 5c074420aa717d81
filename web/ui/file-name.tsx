import { Fragment } from "react";

/** A file name that may break after its joining characters: 'Security_Verification_Standard.pdf'. */
export function FileName({ children }: { children: string }) {
  return children.split(/(?<=[_-])/).map((part, index) => (
    // eslint-disable-next-line react/no-array-index-key -- the parts of one name stay where they are
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
