/** Minutes by which local time is ahead of UTC; days follow the reader's clock. */
export function zone(): number {
  return -new Date().getTimezoneOffset()
}
