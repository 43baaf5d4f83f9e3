/** A mail in both its forms, made of one description: what the one says, the other says. */

export interface Letter {
  subject: string
  text: string
  html: string
  /** The address that it asks to open. */
  link: string | undefined
  /** Beside those of every mail. */
  headers?: Readonly<Record<string, string>>
}

export interface Said {
  subject: string
  /** Paragraphs of plain text. */
  lines: readonly string[]
  action?: { label: string; url: string }
  /** Parts with a heading, and links of their own. */
  parts?: readonly Part[]
  /** Smaller, at the end. */
  note: string
}

interface Part {
  title: string
  lines: readonly string[]
  links: readonly { label: string; url: string }[]
}

/** Of a mail that somebody can stop by kinds. */
export interface Section extends Part {
  stop: { label: string; url: string }
}

/** Everything is escaped: names that people chose stand in it. */
export function letter({ subject, lines, action, parts = [], note }: Said): Letter {
  const text = [
    ...lines,
    ...parts.flatMap(({ title, lines: said, links }) => [
      ...(title ? [title] : []),
      ...said,
      ...links.map(({ label, url }) => `${label}:\n${url}`),
    ]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    note,
  ]
  const body = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escape(subject)}</h1>`,
    ...lines.map((line) => `<p style="margin:0 0 16px">${escape(line)}</p>`),
    ...parts.map(part),
    ...(action ? [button(action)] : []),
    `<p style="margin:24px 0 0;font-size:13px;color:#667085">${escape(note)}</p>`,
  ]
  return {
    subject: oneLine(subject),
    text: `${text.join('\n\n')}\n`,
    html: frame(subject, body.join('\n')),
    link: action?.url ?? parts.flatMap(({ links }) => links)[0]?.url,
  }
}

function part({ title, lines, links }: Part) {
  return [
    title && `<h2 style="font-size:17px;line-height:1.3;margin:24px 0 8px">${escape(title)}</h2>`,
    ...lines.map((line) => `<p style="margin:0 0 12px">${escape(line)}</p>`),
    ...links.map(
      ({ label, url }) =>
        `<p style="margin:0 0 12px"><a href="${escape(url)}" style="color:#1d4ed8;font-weight:600">${escape(label)}</a></p>`,
    ),
  ].join('\n')
}

function button({ label, url }: { label: string; url: string }) {
  const to = escape(url)
  return `<p style="margin:24px 0"><a href="${to}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#667085">If the button does nothing, open this address:<br><a href="${to}" style="color:#1d4ed8;word-break:break-all">${to}</a></p>`
}

/** Tables and styles in place, as mail programs want it; no pictures, nothing from elsewhere. */
function frame(title: string, body: string) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;background:#f2f4f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#101828">
${body}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** A header is one line, whatever somebody called their workspace. */
function oneLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200)
}

export function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
