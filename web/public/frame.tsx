import type { ReactNode } from "react";

/** Header and footer of every public page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap">
      <header className="head">
        <a href="/" className="logo">
          Footnote<sup aria-hidden="true">1</sup>
        </a>
        <a href="/learn-more">How it works</a>
        <a href="/login">Sign in</a>
        <a href="/get-started" className="button">
          Request a demo
        </a>
      </header>
      <main>{children}</main>
      <footer className="foot">
        <span>© 2026 Footnote</span>
        <a href="/terms-of-service">Terms of Service</a>
        <a href="/privacy-policy">Privacy Policy</a>
      </footer>
    </div>
  );
}

export function Band({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="band">
      <h2>{title}</h2>
      <div className="cells">{children}</div>
    </section>
  );
}

export function Cell({ title, number, children }: { title: string; number?: number; children: ReactNode }) {
  return (
    <div>
      <h3>
        {number !== undefined && <span className="number">{number}</span>}
        {title}
      </h3>
      <p>{children}</p>
    </div>
  );
}

/** A caption and a picture of the running product (`npm run pictures`). */
export function Step({
  number,
  title,
  picture,
  alt,
  children,
}: {
  number: number;
  title: string;
  picture: string;
  alt: string;
  children: ReactNode;
}) {
  return (
    <section className="step">
      <div>
        <h2>
          <span className="number">{number}</span>
          {title}
        </h2>
        <p>{children}</p>
      </div>
      <img
        src={`/pictures/${picture}.webp`}
        data-picture={picture}
        alt={alt}
        width={1120}
        height={700}
        loading={number === 1 ? undefined : "lazy"}
      />
    </section>
  );
}

/** A page's closing section. */
export function Closing() {
  return (
    <section className="closing">
      <h2>See it with three of your own documents</h2>
      <p>A 30-minute demo, with your questions.</p>
      <div className="buttons">
        <a href="/get-started" className="button primary">
          Request a demo
        </a>
      </div>
    </section>
  );
}
