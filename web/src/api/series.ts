/** Series as the room reads them. */
import type { Crier, GetSeriesAnswer } from '@crier/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

interface Here {
  id: number
  crier: Crier
}

export type Series = GetSeriesAnswer
export type Occurrence = Series['upcoming'][number]

export const seriesListQuery = ({ id, crier }: Here, ended: boolean) =>
  queryOptions({
    queryKey: [id, 'series', 'list', ended],
    queryFn: ({ signal }) =>
      crier.listSeries(
        { state: ended ? ['ended'] : ['active', 'paused'], per_page: 200 },
        { signal },
      ),
  })

export const seriesQuery = ({ id, crier }: Here, series_id: number) =>
  queryOptions({
    queryKey: [id, 'series', 'one', series_id],
    queryFn: ({ signal }) => crier.getSeries({ id: series_id }, { signal }),
  })

export interface Times {
  /** Of a series that is there already: what is not said beside it stays as it is. */
  id?: number
  rule?: string
  starts_at?: string
  timezone: string
  confirm_yearly: boolean
}

/** When a rule would come; what is wrong with it comes as an error. */
export const comingQuery = ({ id, crier }: Here, { confirm_yearly, ...times }: Times) =>
  queryOptions({
    queryKey: [id, 'series', 'coming', times, confirm_yearly],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      crier.previewSeries(
        { ...times, ...(confirm_yearly && { confirm_yearly }), next: 10 },
        { signal },
      ),
  })
