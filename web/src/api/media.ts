/** What is read of the library. */
import type {
  Crier,
  GetLibraryAnswer,
  GetMediaAnswer,
  ListMediaAnswer,
  ListMediaInput,
} from '@crier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type Item = ListMediaAnswer['data'][number]
export type WholeItem = GetMediaAnswer
export type Counts = GetLibraryAnswer
export type MediaFilter = Omit<ListMediaInput, 'page' | 'per_page' | 'cursor' | 'after' | 'uses'>

interface Here {
  id: number
  crier: Crier
}

/** As many as the service answers at once. */
export const PAGE = 200

export const countsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'media', 'counts', 'all'],
    queryFn: ({ signal }) => crier.getLibrary({}, { signal }),
  })

export const pageQuery = ({ id, crier }: Here, filter: MediaFilter, page: number, uses: boolean) =>
  queryOptions({
    queryKey: [id, 'media', 'page', filter, page, uses],
    // A hundred thousand are scrolled over without being kept.
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      crier.listMedia({ ...filter, per_page: PAGE, page, ...(uses && { uses }) }, { signal }),
  })

export const itemQuery = ({ id, crier }: Here, item: number) =>
  queryOptions({
    queryKey: [id, 'media', 'one', item],
    queryFn: ({ signal }) => crier.getMedia({ id: item, fitting: true }, { signal }),
    placeholderData: keepPreviousData,
  })
