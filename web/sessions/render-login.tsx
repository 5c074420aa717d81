import { renderToString } from "react-dom/server";
import { Kit } from "../kit.tsx";
import { LoginForm } from "./login-form.tsx";

const nothing = () => undefined;

/** The sign-in as HTML. Values of the kit stand in style attributes, which the policy forbids: they become classes. */
export function renderLogin(): { html: string; css: string } {
  const markup = renderToString(
    <Kit>
      <LoginForm
        error={null}
        isBusy={false}
        email=""
        onEmail={nothing}
        onSubmit={nothing}
        onForgot={nothing}
      />
    </Kit>,
  );
  const rules: string[] = [];
  const html = markup.replace(/<[^<>]*>/g, (tag) => {
    const style = / style="([^"]*)"/.exec(tag)?.[1];
    if (style === undefined) return tag;
    const name = `sign-in-${rules.length}`;
    rules.push(
      `.${name}{${style.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&")}}`,
    );
    const bare = tag.replace(/ style="[^"]*"/, "");
    return / class="/.test(bare)
      ? bare.replace(/ class="/, ` class="${name} `)
      : bare.replace(/^<[\w-]+/, (start) => `${start} class="${name}"`);
  });
  return { html, css: rules.join("\n") };
}
