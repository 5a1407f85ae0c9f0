import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readTokenOf } from './token-of.js';

/** Token of the page's address. It leaves the address, and with it the history of the browser. */
export function useAddressToken(): string {
  const [token] = useState(() => readTokenOf(location.hash));
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== '') void navigate({ to: '.', hash: '', replace: true });
  }, [token, navigate]);
  return token;
}
