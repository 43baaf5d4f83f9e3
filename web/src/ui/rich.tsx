import { Fragment, type ReactNode } from 'react'

/** A sentence with something in it that is more than text: `{time}` becomes what `parts` has of that name. */
export function rich(sentence: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence
    .split(/(\{\w+\})/)
    .map((piece, index) => (
      <Fragment key={index}>{/^\{\w+\}$/.test(piece) ? parts[piece.slice(1, -1)] : piece}</Fragment>
    ))
}
