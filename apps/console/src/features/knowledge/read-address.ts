/** True for the text of an address, spaces around it included. */
export const isAddress = (text: string): boolean => URL.canParse(text.trim());

/** True for hours between two reads of a page: a whole number from 1 to 9999, or nothing for a page that is read once. */
export const isInterval = (hours: string): boolean => hours === '' || /^[1-9]\d{0,3}$/.test(hours);
