import type { ComponentProps } from 'react'

/** Where something stands on a board: down in pixels, across in shares of the width. */
export interface Place {
  top: number
  height: number
  /** 0 to 1, from where the text begins. */
  start?: number
  width?: number
}

export function Placed({ at, className = '', ...rest }: { at: Place } & ComponentProps<'div'>) {
  const { top, height, start = 0, width = 1 } = at
  return (
    <div
      {...rest}
      className={`absolute ${className}`}
      style={{
        top,
        height,
        insetInlineStart: `${start * 100}%`,
        width: `${width * 100}%`,
      }}
    />
  )
}

/** A board that is so many pixels tall. */
export function Tall({ pixels, ...rest }: { pixels: number } & ComponentProps<'div'>) {
  return <div {...rest} style={{ height: pixels }} />
}
