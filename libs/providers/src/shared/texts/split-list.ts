/** The items in order, in lists of at most `size`, for providers that limit what one call may hold. */
export function splitList<Item>(items: readonly Item[], size: number): Item[][] {
  const lists: Item[][] = [];
  for (let start = 0; start < items.length; start += size) lists.push(items.slice(start, start + size));
  return lists;
}
