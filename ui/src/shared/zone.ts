/** Minutes by which local time is ahead of universal time: what a day is, the reader's clock says. */
export function zone(): number {
  return -new Date().getTimezoneOffset()
}
