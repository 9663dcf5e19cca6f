package io.github.dnfs4j.report;

/**
 * The look of a page: one column, readable on a phone, light or dark as the reader's system is. Charts are drawn on white
 * and turned dark with the page, hues kept; pictures of states keep their colours. What is wide scrolls within itself.
 */
final class Stylesheet {
    static final String CSS = """
        :root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --back: #ffffff;
          --panel: #f6f8fa; --link: #0b5cad; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #3d444d; --back: #14181d; --panel: #1e242b; --link: #7ab8ff; }
        }
        @media (prefers-color-scheme: dark) {
          .chart img { filter: invert(0.92) hue-rotate(180deg); border-color: #c9c0b8; }
          .picture img { background: none; }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink); background: var(--back);
          font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
        h1 { font-size: 1.7rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
        h2 { font-size: 1.25rem; margin: 2.2rem 0 0.8rem; padding-bottom: 0.25rem;
          border-bottom: 1px solid var(--line); }
        .scroll { overflow-x: auto; margin-bottom: 1.2rem; }
        table { border-collapse: collapse; min-width: 60%; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--soft); padding-bottom: 0.4rem; position: sticky; left: 0;
          max-width: min(58rem, calc(100vw - 2rem)); }
        th, td { padding: 0.4rem 1.2rem 0.4rem 0; text-align: left; border-bottom: 1px solid var(--line); }
        thead th { color: var(--soft); font-weight: 600; }
        tbody th { font-weight: 600; }
        td { white-space: pre; }
        @media (min-width: 60rem) {
          .broad { width: max-content; min-width: 100%; max-width: min(74rem, 100vw - 3rem); position: relative; left: 50%;
            transform: translateX(-50%); }
          .broad th, .broad td { font-size: 0.85rem; padding-right: 0.7rem; }
        }
        nav td, td.long { white-space: pre-line; }
        tbody th, td:last-child { min-width: 7rem; }
        @media (max-width: 40rem) {
          tbody th { position: sticky; left: 0; background: var(--back); min-width: 0; max-width: 7rem; }
          td:last-child { min-width: 0; }
          td.long { min-width: 12rem; }
          th, td { padding-right: 0.5rem; font-size: 0.8rem; overflow-wrap: normal; }
          .broad tbody th { max-width: 8.5rem; overflow-wrap: break-word; }
          td { white-space: pre-line; }
          .wide img { max-width: none; width: 52rem; }
          img { padding: 1px; }
        }
        @media (max-width: 25rem) { th, td { padding-right: 0.3rem; font-size: 0.7rem; } }
        figure { margin: 1rem 0 1.6rem; }
        figure div { overflow-x: auto; }
        img { display: block; max-width: 100%; height: auto; padding: 0.4rem; background: #ffffff;
          border: 1px solid var(--line); border-radius: 6px; }
        .chart:not(.wide) img { max-width: min(100%, 46rem); }
        figcaption { margin-top: 0.4rem; color: var(--soft); }
        dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.3rem 1.2rem; margin: 0; }
        dt { color: var(--soft); }
        dd { margin: 0; overflow-wrap: anywhere; }
        pre { margin: 0.8rem 0; padding: 0.8rem 1rem; overflow-x: auto; background: var(--panel);
          border: 1px solid var(--line); border-radius: 6px; font: 0.875rem/1.5 ui-monospace, monospace;
          white-space: pre-wrap; overflow-wrap: anywhere; }
        summary { cursor: pointer; padding: 0.3rem 0; }
        a { color: var(--link); }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        h3 { font-size: 1.08rem; margin: 1.6rem 0 0.6rem; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { position: static; }
        nav ul { padding-left: 1.2rem; }
        @media print { figure { break-inside: avoid; } }
        """;

    private Stylesheet() {}
}
