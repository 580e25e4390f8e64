import { html, type TemplateResult } from 'lit-html';
import { visibleText } from '../ui/visibleText.ts';
import { type Block, type Inline, readMarkdown } from './markdown.ts';

type OpenLink = (url: string) => void;

export function markdownView(text: string, openLink: OpenLink): readonly TemplateResult[] {
  return readMarkdown(text).map((block) => blockView(block, openLink));
}

/** A link, but no anchor, because only the host opens links, and no button, because its text should break like text. */
export function webLink(url: string, content: unknown, openLink: OpenLink): TemplateResult {
  return html`<span
    class="link"
    role="link"
    tabindex="0"
    title=${url}
    @click=${() => {
      // A click also ends a selection of the link's text.
      if (document.getSelection()?.isCollapsed !== false) openLink(url);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter') openLink(url);
    }}
    >${content}</span
  >`;
}

function blockView(block: Block, openLink: OpenLink): TemplateResult {
  const inline = (parts: readonly Inline[]) => inlineView(parts, openLink);
  switch (block.kind) {
    case 'heading':
      // The page has two heading levels of its own.
      return html`<h3 dir="auto">${inline(block.content)}</h3>`;
    case 'paragraph':
      return html`<p dir="auto">${inline(block.content)}</p>`;
    case 'code':
      return html`<pre
        tabindex="0"
      ><code>${block.text.split('\n').map((line) => `${visibleText(line)}\n`)}</code></pre>`;
    case 'list': {
      const items = block.items.map(
        (item) =>
          html`<li dir="auto">
            ${item.map((part, place) =>
              // The first paragraph of an item is beside its mark.
              place === 0 && part.kind === 'paragraph' ? inline(part.content) : blockView(part, openLink),
            )}
          </li>`,
      );
      return block.start !== undefined
        ? html`<ol start=${block.start}>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`;
    }
    case 'table':
      return html`<div class="table-frame" tabindex="0">
        <table>
          <thead>
            <tr>
              ${block.header.map((cell) => html`<th scope="col" dir="auto">${inline(cell)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${block.rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td dir="auto">${inline(cell)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

function inlineView(parts: readonly Inline[], openLink: OpenLink): readonly unknown[] {
  return parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return linesView(part.text);
      case 'code':
        return html`<code>${visibleText(part.text)}</code>`;
      case 'strong':
        return html`<strong>${inlineView(part.content, openLink)}</strong>`;
      case 'emphasis':
        return html`<em>${inlineView(part.content, openLink)}</em>`;
      case 'link':
        return webLink(part.url, inlineView(part.content, openLink), openLink);
    }
  });
}

/** Keeps line breaks, because publishers who don't use Markdown rely on them. */
function linesView(text: string): readonly unknown[] {
  return text.split('\n').map((line, place) => (place === 0 ? visibleText(line) : html`<br />${visibleText(line)}`));
}
