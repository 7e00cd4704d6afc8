/** From cell to cell. */
export interface Arrow {
  from: string;
  to: string;
  label?: string;
}
