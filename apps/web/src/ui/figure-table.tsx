import type { ReactNode } from 'react'

import './figure-table.css'

type FigureTableProps = { className?: string; children: ReactNode }

/** A small table of names and figures that is neither sorted nor paged; `tfoot` is its sum. */
export function FigureTable({ className, children }: FigureTableProps) {
  return (
    <table className={className === undefined ? 'sw-figure-table' : `sw-figure-table ${className}`}>
      {children}
    </table>
  )
}
