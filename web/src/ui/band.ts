/** A rectangle that is dragged over a grid, and what lies below it. Pure. */
interface Point {
  x: number
  y: number
}

export interface Band {
  from: Point
  to: Point
  /** It is more than a press. */
  drawn?: boolean
}

interface Grid {
  columns: number
  /** Of a tile, and between two; pixels. */
  side: number
  gap: number
  /** Of all. */
  width: number
  count: number
  rtl: boolean
}

export function itemsIn({ from, to }: Band, { columns, side, gap, width, count, rtl }: Grid) {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const pace = side + gap
  const across = columns === 1 ? width : side
  const lastRow = Math.floor((count - 1) / columns)
  const found: number[] = []
  for (
    let row = Math.max(0, Math.floor(top / pace));
    row <= Math.min(lastRow, Math.floor(bottom / pace));
    row++
  ) {
    if (row * pace + side < top) continue
    for (let column = 0; column < columns; column++) {
      const place = rtl ? columns - 1 - column : column
      const begins = place * (across + gap)
      const index = row * columns + column
      if (begins <= right && begins + across >= left && index < count) found.push(index)
    }
  }
  return found
}
