/** Generated from the OpenAPI document of apps/workspace by `pnpm docs:generate`. */
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Root.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.audit.read` where it is used. */
        get: operations["Audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.audit.read` where it is used. */
        get: operations["Audit.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/{id}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.payloads.read` where it is used. */
        get: operations["Audit.findPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.audit.read` where it is used. */
        get: operations["Audit.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.budgets.read` where it is used. */
        get: operations["Budgets.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.budgets.read` where it is used. */
        get: operations["Budgets.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.audit.read` over the organization. */
        get: operations["Changes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deployment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.deployment.read` over the organization. */
        get: operations["Deployment.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/docsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["AdminDocsets.list"];
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["AdminDocsets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/docsets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["AdminDocsets.find"];
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        put: operations["AdminDocsets.update"];
        post?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        delete: operations["AdminDocsets.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/docsets/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        post: operations["AdminDocsets.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.audit.read` where it is used. */
        get: operations["Explain.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.cache.read` where it is used. */
        get: operations["CachePolicies.list"];
        put?: never;
        /** @description Needs the permission `gateway.cache.manage` where it is used. */
        post: operations["CachePolicies.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/cache/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.cache.read` where it is used. */
        get: operations["CachePolicies.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.cache.manage` where it is used. */
        delete: operations["CachePolicies.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.cache.manage` where it is used. */
        patch: operations["CachePolicies.update"];
        trace?: never;
    };
    "/admin/gateway/policies/cache/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.cache.read` where it is used. */
        post: operations["RequestDryRuns.tryCache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/guardrails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.guardrails.read` where it is used. */
        get: operations["Guardrails.list"];
        put?: never;
        /** @description Needs the permission `gateway.guardrails.manage` where it is used. */
        post: operations["Guardrails.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/guardrails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.guardrails.read` where it is used. */
        get: operations["Guardrails.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.guardrails.manage` where it is used. */
        delete: operations["Guardrails.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.guardrails.manage` where it is used. */
        patch: operations["Guardrails.update"];
        trace?: never;
    };
    "/admin/gateway/policies/guardrails/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.guardrails.read` where it is used. */
        post: operations["DryRuns.tryGuardrail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/pii": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.pii.read` where it is used. */
        get: operations["PiiPolicies.list"];
        put?: never;
        /** @description Needs the permission `gateway.pii.manage` where it is used. */
        post: operations["PiiPolicies.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/pii/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.pii.read` where it is used. */
        get: operations["PiiPolicies.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.pii.manage` where it is used. */
        delete: operations["PiiPolicies.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.pii.manage` where it is used. */
        patch: operations["PiiPolicies.update"];
        trace?: never;
    };
    "/admin/gateway/policies/pii/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.pii.read` where it is used. */
        post: operations["DryRuns.tryPii"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/rate-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.ratelimits.read` where it is used. */
        get: operations["RateLimits.list"];
        put?: never;
        /** @description Needs the permission `gateway.ratelimits.manage` where it is used. */
        post: operations["RateLimits.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gateway/policies/rate-limits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.ratelimits.read` where it is used. */
        get: operations["RateLimits.find"];
        /** @description Needs the permission `gateway.ratelimits.manage` where it is used. */
        put: operations["RateLimits.replace"];
        post?: never;
        /** @description Needs the permission `gateway.ratelimits.manage` where it is used. */
        delete: operations["RateLimits.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.ratelimits.manage` where it is used. */
        patch: operations["RateLimits.update"];
        trace?: never;
    };
    "/admin/gateway/policies/rate-limits/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.ratelimits.read` where it is used. */
        post: operations["RequestDryRuns.tryRateLimits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.keys.read` where it is used. */
        get: operations["Keys.list"];
        put?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        post: operations["Keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.keys.read` where it is used. */
        get: operations["Keys.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        delete: operations["Keys.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        patch: operations["Keys.update"];
        trace?: never;
    };
    "/admin/keys/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        post: operations["Keys.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        post: operations["Keys.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.keys.manage` where it is used. */
        post: operations["Keys.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mcp-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.mcp.read` in the workspace. */
        get: operations["McpServers.list"];
        put?: never;
        /** @description Needs the permission `gateway.mcp.manage` in the workspace. */
        post: operations["McpServers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mcp-servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.mcp.read` where it is used. */
        get: operations["McpServers.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.mcp.manage` where it is used. */
        delete: operations["McpServers.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.mcp.manage` where it is used. */
        patch: operations["McpServers.update"];
        trace?: never;
    };
    "/admin/mcp-servers/{id}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.mcp.read` where it is used. */
        get: operations["McpServers.listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mcp-servers/{id}/tools/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.mcp.manage` where it is used. */
        post: operations["McpServers.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mcp-servers/{id}/tools/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.mcp.manage` where it is used. */
        post: operations["McpServers.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.models.read` in the workspace. */
        get: operations["Models.list"];
        put?: never;
        /** @description Needs the permission `gateway.models.manage` in the workspace. */
        post: operations["Models.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.models.read` where it is used. */
        get: operations["Models.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.models.manage` where it is used. */
        delete: operations["Models.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.models.manage` where it is used. */
        patch: operations["Models.update"];
        trace?: never;
    };
    "/admin/provider-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.providers.read` where it is used. */
        get: operations["ProviderKinds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.providers.read` in the workspace. */
        get: operations["Providers.list"];
        put?: never;
        /** @description Needs the permission `gateway.providers.manage` in the workspace. */
        post: operations["Providers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.providers.read` where it is used. */
        get: operations["Providers.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.providers.manage` where it is used. */
        delete: operations["Providers.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.providers.manage` where it is used. */
        patch: operations["Providers.update"];
        trace?: never;
    };
    "/admin/providers/{id}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.providers.manage` where it is used. */
        post: operations["Providers.listModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.providers.manage` where it is used. */
        post: operations["Providers.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/routing-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.routing.read` where it is used. */
        get: operations["RoutingConfigs.list"];
        put?: never;
        /** @description Needs the permission `gateway.routing.manage` where it is used. */
        post: operations["RoutingConfigs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/routing-configs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.routing.read` where it is used. */
        get: operations["RoutingConfigs.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.routing.manage` where it is used. */
        delete: operations["RoutingConfigs.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.routing.manage` where it is used. */
        patch: operations["RoutingConfigs.update"];
        trace?: never;
    };
    "/admin/routing-configs/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.routing.read` where it is used. */
        post: operations["RequestDryRuns.tryRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.serviceaccounts.read` in the workspace. */
        get: operations["ServiceAccounts.list"];
        put?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` in the workspace. */
        post: operations["ServiceAccounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.serviceaccounts.read` where it is used. */
        get: operations["ServiceAccounts.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` where it is used. */
        delete: operations["ServiceAccounts.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` where it is used. */
        patch: operations["ServiceAccounts.update"];
        trace?: never;
    };
    "/admin/service-accounts/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.serviceaccounts.read` where it is used. */
        get: operations["AccountTokens.list"];
        put?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` where it is used, and a console session. */
        post: operations["AccountTokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` where it is used. */
        delete: operations["AccountTokens.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/service-accounts/{id}/tokens/{token_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.serviceaccounts.manage` where it is used, and a console session. */
        post: operations["AccountTokens.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.teams.read` where it is used. */
        get: operations["Teams.list"];
        put?: never;
        /** @description Needs the permission `gateway.teams.manage` over the organization. */
        post: operations["Teams.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.teams.read` where it is used. */
        get: operations["Teams.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.teams.manage` over the organization. */
        delete: operations["Teams.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.teams.manage` over the organization. */
        patch: operations["Teams.update"];
        trace?: never;
    };
    "/admin/teams/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.teams.read` over the organization. */
        get: operations["Teams.listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Needs the permission `gateway.teammembers.manage` over the organization. */
        put: operations["Teams.addMember"];
        post?: never;
        /** @description Needs the permission `gateway.teammembers.manage` over the organization. */
        delete: operations["Teams.removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.usage.read` where it is used. */
        get: operations["Usage.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.usage.read` where it is used. */
        get: operations["Usage.listSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["Users.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["Users.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["Users.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        patch: operations["Users.update"];
        trace?: never;
    };
    "/admin/users/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        post: operations["Users.resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["UserAccess.listSessions"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["UserAccess.endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["UserAccess.endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["UserAccess.listTokens"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["UserAccess.removeTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["UserAccess.removeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `workspace.read` where it is used. */
        get: operations["Workspaces.list"];
        put?: never;
        /** @description Needs the permission `org.workspaces.manage` over the organization. */
        post: operations["Workspaces.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `workspace.read` where it is used. */
        get: operations["Workspaces.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.workspaces.manage` over the organization. */
        delete: operations["Workspaces.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `workspace.manage` where it is used. */
        patch: operations["Workspaces.update"];
        trace?: never;
    };
    "/admin/workspaces/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `workspace.members.read` where it is used. */
        get: operations["Members.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workspaces/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Needs the permission `workspace.members.manage` where it is used. */
        put: operations["Members.set"];
        post?: never;
        /** @description Needs the permission `workspace.members.manage` where it is used. */
        delete: operations["Members.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a console session. */
        post: operations["Signup.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs no credential. */
        post: operations["Auth.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a console session. */
        post: operations["Auth.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a console session. */
        post: operations["Auth.changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a console session. */
        get: operations["Auth.session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a console session. */
        get: operations["OwnSessions.list"];
        put?: never;
        post?: never;
        /** @description Needs a console session. */
        delete: operations["OwnSessions.endOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs a console session. */
        delete: operations["OwnSessions.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs no credential. */
        post: operations["Auth.setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs no credential. */
        post: operations["Signup.signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Sso.callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sso/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Sso.start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a console session. */
        get: operations["PersonalTokens.list"];
        put?: never;
        /** @description Needs a console session. */
        post: operations["PersonalTokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs a console session. */
        delete: operations["PersonalTokens.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/tokens/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a console session. */
        post: operations["PersonalTokens.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Docs.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Health.live[0]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Health.live[1]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{workflow}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs no credential. */
        post: operations["Hooks.deliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Docs.document"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.read` over the organization. */
        get: operations["Organization.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs the permission `org.manage` over the organization. */
        patch: operations["Organization.update"];
        trace?: never;
    };
    "/org/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.accounts.read` over the organization. */
        get: operations["OrganizationAccounts.list"];
        put?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        post: operations["OrganizationAccounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.accounts.read` over the organization. */
        get: operations["OrganizationAccounts.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        delete: operations["OrganizationAccounts.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        patch: operations["OrganizationAccounts.update"];
        trace?: never;
    };
    "/org/accounts/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.accounts.read` over the organization. */
        get: operations["OrganizationAccountTokens.list"];
        put?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        post: operations["OrganizationAccountTokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/accounts/{id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        delete: operations["OrganizationAccountTokens.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/accounts/{id}/tokens/{token_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `org.accounts.manage` over the organization, and a console session. */
        post: operations["OrganizationAccountTokens.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/credential-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.read` over the organization. */
        get: operations["Organization.findCredentialPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs the permission `org.credentialpolicy.manage` over the organization. */
        patch: operations["Organization.updateCredentialPolicy"];
        trace?: never;
    };
    "/org/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["Invites.list"];
        put?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        post: operations["Invites.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["Invites.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["OrganizationMembers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.members.read` over the organization. */
        get: operations["OrganizationMembers.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        delete: operations["OrganizationMembers.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `org.members.manage` over the organization. */
        patch: operations["OrganizationMembers.update"];
        trace?: never;
    };
    "/org/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.read` over the organization. */
        get: operations["Organization.listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scim-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.scim.manage` over the organization. */
        get: operations["ScimMappings.list"];
        put?: never;
        /** @description Needs the permission `org.scim.manage` over the organization. */
        post: operations["ScimMappings.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scim-mappings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.scim.manage` over the organization. */
        get: operations["ScimMappings.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `org.scim.manage` over the organization. */
        delete: operations["ScimMappings.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `org.scim.manage` over the organization. */
        patch: operations["ScimMappings.update"];
        trace?: never;
    };
    "/org/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.scim.manage` over the organization. */
        get: operations["ScimTokens.list"];
        put?: never;
        /** @description Needs the permission `org.scimtokens.issue` over the organization. */
        post: operations["ScimTokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/scim-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs the permission `org.scim.manage` over the organization. */
        delete: operations["ScimTokens.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.manage` over the organization. */
        get: operations["SsoSettings.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `org.usage.read` over the organization. */
        get: operations["Usage.listEverything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Health.ready[0]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Health.ready[1]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a SCIM token. */
        post: operations["ScimSearch.search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimGroups.list"];
        put?: never;
        /** @description Needs a SCIM token. */
        post: operations["ScimGroups.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a SCIM token. */
        post: operations["ScimGroups.search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimGroups.find"];
        /** @description Needs a SCIM token. */
        put: operations["ScimGroups.replace"];
        post?: never;
        /** @description Needs a SCIM token. */
        delete: operations["ScimGroups.remove"];
        options?: never;
        head?: never;
        /** @description Needs a SCIM token. */
        patch: operations["ScimGroups.patch"];
        trace?: never;
    };
    "/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimService.resourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ResourceTypes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimService.resourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimService.schemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Schemas/{uri}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimService.schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimService.config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimUsers.list"];
        put?: never;
        /** @description Needs a SCIM token. */
        post: operations["ScimUsers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs a SCIM token. */
        post: operations["ScimUsers.search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs a SCIM token. */
        get: operations["ScimUsers.find"];
        /** @description Needs a SCIM token. */
        put: operations["ScimUsers.replace"];
        post?: never;
        /** @description Needs a SCIM token. */
        delete: operations["ScimUsers.remove"];
        options?: never;
        head?: never;
        /** @description Needs a SCIM token. */
        patch: operations["ScimUsers.patch"];
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs no credential. */
        get: operations["Health.version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.read` in the workspace. */
        get: operations["Agents.list"];
        put?: never;
        /** @description Needs the permission `gateway.agents.manage` in the workspace. */
        post: operations["Agents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.read` in the workspace. */
        get: operations["Agents.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.agents.manage` in the workspace. */
        delete: operations["Agents.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.agents.manage` in the workspace. */
        patch: operations["Agents.update"];
        trace?: never;
    };
    "/w/agents/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.run` in the workspace. */
        get: operations["AgentRuns.list"];
        put?: never;
        /** @description Needs the permission `gateway.agents.run` in the workspace. */
        post: operations["AgentRuns.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.run` in the workspace. */
        get: operations["AgentRuns.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}/runs/{run_id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.agents.approve` in the workspace. */
        post: operations["AgentRuns.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.agents.run` in the workspace. */
        post: operations["AgentRuns.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}/runs/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.run` in the workspace. */
        get: operations["AgentRuns.streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/agents/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.agents.read` in the workspace. */
        get: operations["Agents.listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/chat/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.chats.read` in the workspace. */
        get: operations["Chats.list"];
        put?: never;
        /** @description Needs the permission `gateway.chats.manage` in the workspace. */
        post: operations["Chats.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/chat/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.chats.read` where it is used. */
        get: operations["Chats.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.chats.manage` where it is used. */
        delete: operations["Chats.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.chats.manage` where it is used. */
        patch: operations["Chats.update"];
        trace?: never;
    };
    "/w/chat/sessions/{id}/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.chats.read` where it is used. */
        get: operations["Chats.findImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/chat/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.chats.read` where it is used. */
        get: operations["Chats.listMessages"];
        put?: never;
        /** @description Needs the permission `gateway.chats.manage` where it is used. */
        post: operations["Chats.append"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/docsets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["Docsets.list"];
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Docsets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/docsets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["Docsets.find"];
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        put: operations["Docsets.update"];
        post?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        delete: operations["Docsets.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/docsets/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        post: operations["Docsets.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalDatasets.list"];
        put?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        post: operations["EvalDatasets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/datasets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalDatasets.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        delete: operations["EvalDatasets.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        patch: operations["EvalDatasets.update"];
        trace?: never;
    };
    "/w/evals/datasets/{id}/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalDatasets.listCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/datasets/{id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.payloads.read` in the workspace. */
        post: operations["EvalDatasets.importCases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/datasets/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalDatasets.listVersions"];
        put?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        post: operations["EvalDatasets.addVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalRuns.list"];
        put?: never;
        /** @description Needs the permission `gateway.evals.run` in the workspace. */
        post: operations["EvalRuns.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalRuns.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        delete: operations["EvalRuns.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.evals.run` in the workspace. */
        post: operations["EvalRuns.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalRuns.compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs/{id}/junit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalRuns.writeReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/runs/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalRuns.listResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/suites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalSuites.list"];
        put?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        post: operations["EvalSuites.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/evals/suites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        get: operations["EvalSuites.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        delete: operations["EvalSuites.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.evals.manage` in the workspace. */
        patch: operations["EvalSuites.update"];
        trace?: never;
    };
    "/w/evals/suites/{id}/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.evals.read` in the workspace. */
        post: operations["EvalSuites.estimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/ingest/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Addresses.ingest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["KnowledgeBases.list"];
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["KnowledgeBases.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["KnowledgeBases.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        delete: operations["KnowledgeBases.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        patch: operations["KnowledgeBases.update"];
        trace?: never;
    };
    "/w/kb/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["Documents.list"];
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Documents.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["Documents.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        delete: operations["Documents.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/documents/{document_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Documents.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/documents/{document_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        get: operations["Documents.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/documents/{document_id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Addresses.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/documents/{document_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.manage` in the workspace. */
        post: operations["Documents.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/kb/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.knowledge.read` in the workspace. */
        post: operations["KnowledgeBases.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.secrets.read` in the workspace. */
        get: operations["Secrets.list"];
        put?: never;
        /** @description Needs the permission `gateway.secrets.manage` in the workspace. */
        post: operations["Secrets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.secrets.read` where it is used. */
        get: operations["Secrets.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.secrets.manage` where it is used. */
        delete: operations["Secrets.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.secrets.manage` where it is used. */
        patch: operations["Secrets.update"];
        trace?: never;
    };
    "/w/workflow-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` in the workspace. */
        get: operations["WorkflowRuns.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        get: operations["WorkflowRuns.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.run` where it is used. */
        post: operations["WorkflowRuns.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        get: operations["WorkflowRuns.streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.run` where it is used. */
        post: operations["WorkflowRuns.rerun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        get: operations["WorkflowRuns.listSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflow-runs/{id}/steps/{step}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.run` where it is used. */
        post: operations["WorkflowRuns.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` in the workspace. */
        get: operations["Workflows.list"];
        put?: never;
        /** @description Needs the permission `gateway.workflows.manage` in the workspace. */
        post: operations["Workflows.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        get: operations["Workflows.find"];
        put?: never;
        post?: never;
        /** @description Needs the permission `gateway.workflows.manage` where it is used. */
        delete: operations["Workflows.remove"];
        options?: never;
        head?: never;
        /** @description Needs the permission `gateway.workflows.manage` where it is used. */
        patch: operations["Workflows.update"];
        trace?: never;
    };
    "/w/workflows/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        post: operations["Workflows.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows/{id}/hook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Needs the permission `gateway.workflows.manage` where it is used. */
        put: operations["Workflows.setHook"];
        post?: never;
        /** @description Needs the permission `gateway.workflows.manage` where it is used. */
        delete: operations["Workflows.removeHook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.manage` where it is used. */
        post: operations["Workflows.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs the permission `gateway.workflows.run` where it is used. */
        post: operations["Workflows.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/w/workflows/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs the permission `gateway.workflows.read` where it is used. */
        get: operations["Workflows.listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInviteDto: {
            /** @description The token of the invitation. */
            token: string;
        };
        AccountTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires, rotated or not. Null: never.
             */
            expires_at: string | null;
            /** @description Seconds for which an old token stays valid after a rotation. */
            grace_seconds: number;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `service_account_token`.
             * @enum {string}
             */
            object: "service_account_token";
            /** @description Days after which the token must be rotated. Null: no schedule. */
            rotate_every_days: number | null;
            /**
             * Format: date-time
             * @description When the token must be rotated. It expires `grace_seconds` later. Null: no schedule.
             */
            rotation_due_at: string | null;
            /**
             * Format: uuid
             * @description The virtual account that it authenticates.
             */
            service_account_id: string | null;
            /**
             * @description Prefix and last four characters.
             * @example ml_vat_…4f2A
             */
            token_hint: string;
            /**
             * Format: uuid
             * @description The workspace of the account.
             */
            workspace_id: string | null;
        };
        AddedMessagesView: {
            /** @description The new messages, in the order of the request. */
            data: components["schemas"]["ChatMessageView"][];
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
        };
        AgentCapsDto: {
            /** @description Cost in US dollars. The model needs a price. Null: no cap. */
            cost_usd?: number | null;
            /** @description Working time in seconds, without waiting for approvals. Default: 600. */
            seconds?: number;
            /** @description Tokens of all model calls. Null: no cap. */
            tokens?: number | null;
            /** @description Calls of tools. Default: 100. */
            tool_calls?: number;
        };
        AgentCitationView: {
            /** @description The chunk of the document. */
            chunk_index: number;
            /**
             * Format: uuid
             * @description The document.
             */
            document_id: string;
            /** @description The number in square brackets. */
            index: number;
            /** @description The page. */
            page?: number;
            /** @description The sentence that fits the statement best. */
            quote: string;
            /** @description Name or address of the document. */
            source: string;
        };
        AgentRunErrorView: {
            /** @description Code of the error. */
            code: string;
            /** @description What went wrong. */
            message: string;
        };
        AgentRunSummaryView: {
            /** @description The name of the agent. */
            agent: string;
            /**
             * Format: uuid
             * @description The agent.
             */
            agent_id: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `agent.run`.
             * @enum {string}
             */
            object: "agent.run";
            /**
             * Format: uuid
             * @description The run that called the agent. Null if a person or a request did.
             */
            parent_run_id: string | null;
            /**
             * Format: date-time
             * @description When a worker took it.
             */
            started_at: string | null;
            /**
             * @description `incomplete`: a limit ended the run before its answer.
             * @enum {string}
             */
            status: "queued" | "running" | "awaiting_approval" | "completed" | "incomplete" | "failed" | "cancelled";
            /**
             * @description Why it stopped. Null while it runs.
             * @enum {string|null}
             */
            stop_reason: "completed" | "max_steps" | "budget" | "time" | "cancelled" | "awaiting_approval" | "error" | null;
            /** @description What it used, with the agents that it called. */
            usage: components["schemas"]["AgentRunUsageView"];
            /**
             * Format: uuid
             * @description The person who began it. Null for a key or a service.
             */
            user_id: string | null;
            /** @description Version of the agent. */
            version: number;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        AgentRunUsageView: {
            /** @description Working time in milliseconds. */
            active_ms: number;
            /** @description Tokens that models wrote. */
            completion_tokens: number;
            /** @description US dollars. Null if no model has a price. */
            cost_usd: number | null;
            /** @description Tokens sent to models. */
            prompt_tokens: number;
            /** @description Answers of the model. */
            steps: number;
            /** @description Calls of tools, with those of agents that were called. */
            tool_calls: number;
        };
        AgentRunView: {
            /** @description The name of the agent. */
            agent: string;
            /**
             * Format: uuid
             * @description The agent.
             */
            agent_id: string;
            /** @description Sources that the answer cites. */
            citations: components["schemas"]["AgentCitationView"][];
            /**
             * Format: date-time
             * @description When it ended.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Why it failed. */
            error: components["schemas"]["AgentRunErrorView"] | null;
            /** @description Why the model ended its answer, such as `length`. */
            finish_reason: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description What the agent was asked. */
            input: string;
            /**
             * @description Always `agent.run`.
             * @enum {string}
             */
            object: "agent.run";
            /** @description The answer. Of an `incomplete` run, what the model said last. */
            output: string | null;
            /**
             * Format: uuid
             * @description The run that called the agent. Null if a person or a request did.
             */
            parent_run_id: string | null;
            /**
             * Format: date-time
             * @description When a worker took it.
             */
            started_at: string | null;
            /**
             * @description `incomplete`: a limit ended the run before its answer.
             * @enum {string}
             */
            status: "queued" | "running" | "awaiting_approval" | "completed" | "incomplete" | "failed" | "cancelled";
            /** @description What the run did, in order. */
            steps: components["schemas"]["AgentStepView"][];
            /**
             * @description Why it stopped. Null while it runs.
             * @enum {string|null}
             */
            stop_reason: "completed" | "max_steps" | "budget" | "time" | "cancelled" | "awaiting_approval" | "error" | null;
            /** @description What it used, with the agents that it called. */
            usage: components["schemas"]["AgentRunUsageView"];
            /**
             * Format: uuid
             * @description The person who began it. Null for a key or a service.
             */
            user_id: string | null;
            /** @description Version of the agent. */
            version: number;
            /** @description Calls that wait for a person. */
            waiting_calls: components["schemas"]["WaitingCallView"][];
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        AgentStepView: {
            /** @description Arguments of the call, as JSON. Null for the model. */
            arguments: string | null;
            /**
             * Format: uuid
             * @description The run of the agent that was called.
             */
            child_run_id: string | null;
            /** @description Tokens that models wrote. */
            completion_tokens: number;
            /** @description What the model said. Null for a tool. */
            content: string | null;
            /** @description US dollars. */
            cost_usd: number | null;
            /** @description Who approved or rejected the call. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finished_at: string | null;
            /** @description Whether the call failed or was rejected. */
            is_error: boolean;
            /**
             * @description An answer of the model, or a call of a tool.
             * @enum {string}
             */
            kind: "model" | "tool";
            /** @description The model, or the tool. */
            name: string | null;
            /** @description Place in the run, from 0. */
            position: number;
            /** @description Tokens sent to models. */
            prompt_tokens: number;
            /** @description The request to the model, as the audit log has it. */
            request_id: string | null;
            /** @description What the model got for the call. Null until it is finished. */
            result: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string | null;
            /**
             * @description `skipped`: the run ended before the call.
             * @enum {string}
             */
            status: "due" | "awaiting_approval" | "finished" | "skipped";
        };
        AgentToolDto: {
            /**
             * Format: uuid
             * @description `agent`: the agent.
             */
            agent_id?: string;
            /**
             * @description Tells the model when to call the tool. Required for `http` and `agent`. MCP servers describe their tools themselves.
             * @example Finds an order by its number.
             */
            description?: string;
            /**
             * @description `http`: headers by name. `{{secrets.NAME}}` is a secret of the workspace.
             * @example {
             *       "authorization": "Bearer {{secrets.SHOP_KEY}}"
             *     }
             */
            headers?: {
                [key: string]: unknown;
            };
            /** @description `http`: `GET`, `POST`, `PUT`, `PATCH` or `DELETE`. Default: `GET`. */
            method?: string;
            /**
             * @description Unique in the agent: letters, digits, `_` and `-`.
             * @example get_order
             */
            name: string;
            /**
             * @description `http`: the JSON Schema of the arguments, of type `object`.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "order_id": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "order_id"
             *       ]
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Whether a person must approve each call. Default: false. */
            requires_approval?: boolean;
            /**
             * @description `mcp`: the name of a server of the workspace, or of `gateway.yaml`. The model sees its tools as `name__tool`.
             * @example tickets
             */
            server?: string;
            /** @description `http`: time limit of a call. Default: 30. */
            timeout_seconds?: number;
            /** @description `mcp`: names of tools at the server. Null: all that whoever runs the agent may use. */
            tools?: string[] | null;
            /**
             * @description `http`, `agent` or `mcp`.
             * @example http
             */
            type: string;
            /**
             * @description `http`: the address. `{name}` in its path is filled in with an argument. Other arguments are added to the query, or are the JSON body.
             * @example https://shop.example/orders/{order_id}
             */
            url?: string;
        };
        AgentVersionView: {
            /** @description What a run may use. */
            caps: components["schemas"]["AgentCapsDto"];
            /** @description Whether credentials of the workspace can ask it as the model `agent/<name>` of POST /v1/chat/completions. Default: false. */
            chat_model: boolean;
            /**
             * Format: date-time
             * @description When the version was created.
             */
            created_at: string;
            /** @description The name of whoever made it. */
            created_by: string;
            /** @description Document sets whose knowledge bases it searches too, as far as whoever runs the agent sees them. */
            docset_ids: string[];
            /** @description What the agent is to do. */
            instructions: string;
            /** @description Knowledge bases that the tool `search_knowledge` searches. */
            kb_ids: string[];
            /** @description Tokens of each answer. Null: the model's default. */
            max_output_tokens: number | null;
            /** @description Answers of the model in a run. */
            max_steps: number;
            /** @description Whether credentials of the workspace can call it as a tool of the MCP gateway. Default: false. */
            mcp_tool: boolean;
            /** @description The chat model. */
            model: string;
            /**
             * @description Always `agent.version`.
             * @enum {string}
             */
            object: "agent.version";
            /** @description Null: the model's default. */
            temperature: number | null;
            /** @description What the model can call. */
            tools: components["schemas"]["AgentToolDto"][];
            /** @description From 1. */
            version: number;
        };
        AgentView: {
            /** @description What a run may use. */
            caps: components["schemas"]["AgentCapsDto"];
            /** @description Whether credentials of the workspace can ask it as the model `agent/<name>` of POST /v1/chat/completions. Default: false. */
            chat_model: boolean;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Shown in lists. */
            description: string;
            /** @description Document sets whose knowledge bases it searches too, as far as whoever runs the agent sees them. */
            docset_ids: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description What the agent is to do. */
            instructions: string;
            /** @description Knowledge bases that the tool `search_knowledge` searches. */
            kb_ids: string[];
            /** @description Tokens of each answer. Null: the model's default. */
            max_output_tokens: number | null;
            /** @description Answers of the model in a run. */
            max_steps: number;
            /** @description Whether credentials of the workspace can call it as a tool of the MCP gateway. Default: false. */
            mcp_tool: boolean;
            /** @description The chat model. */
            model: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `agent`.
             * @enum {string}
             */
            object: "agent";
            /** @description Null: the model's default. */
            temperature: number | null;
            /** @description What the model can call. */
            tools: components["schemas"]["AgentToolDto"][];
            /**
             * Format: date-time
             * @description When the resource was changed last.
             */
            updated_at: string;
            /** @description Number of the newest version, from 1. */
            version: number;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        AppendChatMessagesDto: {
            /** @description One or more messages, each the answer to the one before it. */
            messages: components["schemas"]["NewChatMessageDto"][];
            /**
             * Format: uuid
             * @description The message before the first of these. A parent that has a child already begins a branch. Left out: `leaf_id` of the conversation. Null: none, they begin the conversation again.
             */
            parent_id?: string | null;
        };
        ApprovedToolDto: {
            /** @description `hash` of the description that you approve. If the tool has changed since, the request is refused. */
            hash: string;
            /** @description Name at the server. */
            name: string;
        };
        ApproveToolsDto: {
            /** @description The tools. All are approved, or none. */
            tools: components["schemas"]["ApprovedToolDto"][];
        };
        AuditPayloadView: {
            /** @description Response of the model. For a stream, its `texts`. Null if there was no complete response, or if a guardrail blocked it. */
            answer: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the payload will be deleted.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Id of the audit record.
             */
            id: string;
            /** @description Whether text was cut. Cut places are marked with `…[truncated]`. */
            is_truncated: boolean;
            /**
             * @description Always `audit_payload`.
             * @enum {string}
             */
            object: "audit_payload";
            /** @description The request as sent to the provider. */
            request: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the request arrived.
             */
            time: string;
        };
        AuditRecordView: {
            /** @description Number of calls to providers. */
            attempts: number;
            /** @description Seconds of sound, as the provider reports them. */
            audio_seconds: number | null;
            /**
             * @description Result of the response cache.
             * @enum {string|null}
             */
            cache: "hit" | "miss" | null;
            /** @description Prompt tokens read from the provider cache. */
            cached_tokens: number | null;
            /** @description Unicode code points of the text that was spoken. */
            characters: number | null;
            /** @description The IP address of the caller, where it is recorded. */
            client_address: string | null;
            /** @description Completion tokens. */
            completion_tokens: number | null;
            /** @description US dollars, if the model has a price. */
            cost_usd: number | null;
            /**
             * Format: uuid
             * @description The key, token or session. Null for a key of gateway.yaml.
             */
            credential_id: string | null;
            /** @description Name at the time of the request. */
            credential_name: string | null;
            /** @description api_key, pat, vat, oidc or session. */
            credential_type: string | null;
            /** @description Milliseconds from the arrival of the request to the end of its response. */
            duration_ms: number;
            /**
             * @description Name of the endpoint.
             * @example chat.completions
             */
            endpoint: string;
            /** @description Error code of the response. */
            error_code: string | null;
            /**
             * Format: uuid
             * @description Internal id of the request.
             */
            id: string;
            /** @description Images that were made. */
            images: number | null;
            /** @description The role of a key. */
            key_role: string | null;
            /** @description The resolved model. */
            logical_name: string | null;
            /** @description The HTTP method. */
            method: string;
            /** @description The model as the caller named it. */
            model: string | null;
            /**
             * @description Always `audit_record`.
             * @enum {string}
             */
            object: "audit_record";
            /**
             * @description Outcome.
             * @enum {string}
             */
            outcome: "success" | "refused" | "failed" | "cancelled";
            /** @description Version of the prices that the cost was computed with. */
            price_version: string | null;
            /** @description Prompt tokens. */
            prompt_tokens: number | null;
            /** @description Kind of the provider that served the request. */
            provider: string | null;
            /** @description Completion tokens used for reasoning. */
            reasoning_tokens: number | null;
            /** @description `X-Request-Id` of the request. The caller may have set it. */
            request_id: string;
            /**
             * Format: uuid
             * @description The virtual account behind a token.
             */
            service_account_id: string | null;
            /** @description HTTP status. 499 if the client disconnected before a response. */
            status: number | null;
            /** @description Whether a stream was requested. */
            streamed: boolean;
            /** @description Name at the time of the request. */
            team: string | null;
            /**
             * Format: uuid
             * @description The team.
             */
            team_id: string | null;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            time: string;
            /** @description Milliseconds to the first byte of the response. */
            time_to_first_byte_ms: number | null;
            /** @description Sum of both. */
            total_tokens: number | null;
            /** @description The model that the provider was asked for. */
            upstream_model: string | null;
            /**
             * @description Source of the token counts.
             * @enum {string}
             */
            usage_source: "reported" | "estimated" | "none";
            /**
             * Format: uuid
             * @description The person behind a token, or the owner of a key.
             */
            user_id: string | null;
            /** @description Name at the time of the request. */
            workspace: string | null;
            /**
             * Format: uuid
             * @description The workspace that the credential is bound to.
             */
            workspace_id: string | null;
        };
        BudgetView: {
            /**
             * Format: uuid
             * @description Id of the key or team.
             */
            id: string;
            /** @description Maximum usage per period. */
            limit: number;
            /** @description The name of the key or team. */
            name: string;
            /**
             * @description Always `budget`.
             * @enum {string}
             */
            object: "budget";
            /**
             * @description When the budget is reset, in UTC.
             * @enum {string}
             */
            period: "daily" | "weekly" | "monthly" | "never";
            /**
             * Format: date-time
             * @description Start of the current period. Null if the budget is never reset.
             */
            period_start: string | null;
            /** @description What is left of `limit` after `spent`, at least 0. */
            remaining: number;
            /** @description Amount that gateways have leased: at most this much more can be spent than `spent` says. */
            reserved: number;
            /**
             * Format: date-time
             * @description When the budget is reset. Null: never.
             */
            resets_at: string | null;
            /**
             * @description The owner.
             * @enum {string}
             */
            scope: "api_key" | "team";
            /** @description Settled usage of the current period. */
            spent: number;
            /**
             * Format: uuid
             * @description The team, or that of the key.
             */
            team_id: string | null;
            /**
             * @description Unit: US dollars for keys, tokens for teams.
             * @enum {string}
             */
            unit: "usd" | "tokens";
            /**
             * Format: uuid
             * @description The workspace that the key is bound to; null: none.
             */
            workspace_id: string | null;
        };
        CacheDryRunDto: {
            /** @description The body of a request, as a client sends it to `/v1`. Compared with the first: would its response come from the cache? */
            other_request?: {
                [key: string]: unknown;
            };
            /** @description The body of a request, as a client sends it to `/v1`. It must have `model`. */
            request: {
                [key: string]: unknown;
            };
            /** @description Name of the team of the caller. */
            team?: string;
            /**
             * Format: uuid
             * @description The workspace of the request.
             */
            workspace_id: string;
        };
        CacheDryRunView: {
            /** @description Members in which the requests differ. Null without `other_request`. */
            differences: string[] | null;
            /** @description Members of the request that do not count: they say who asks, or are null. */
            ignored: string[];
            /** @description If false, policies of the organization may apply too, but you cannot read them. */
            is_complete: boolean;
            /** @description Whether both requests share one response. Null without `other_request`. */
            is_same: boolean | null;
            /** @description Logical name of the model. */
            model: string;
            /**
             * @description Always `cache_dry_run`.
             * @enum {string}
             */
            object: "cache_dry_run";
            /** @description The policies that cache the response. The shortest lifetime applies. */
            policies: components["schemas"]["MatchedCachePolicyView"][];
            /** @description Seconds for which the response is cached. Null: it is not cached. */
            ttl_seconds: number | null;
        };
        CachePolicyView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description If false, the policy is paused. */
            enabled: boolean;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Models whose responses are cached, by any of their names. Null: all models. */
            models: string[] | null;
            /** @description Unique among the policies of the same kind and scope. */
            name: string;
            /**
             * @description Always `cache_policy`.
             * @enum {string}
             */
            object: "cache_policy";
            /** @description Teams that the policy applies to, by name. Renaming a team updates the list. Null: every caller. */
            teams: string[] | null;
            /** @description Seconds for which a response is cached. Null: `cache.ttl_seconds` of gateway.yaml. */
            ttl_seconds: number | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it holds in; null: all of the organization.
             */
            workspace_id: string | null;
        };
        CapabilitiesDto: {
            /** @description Whether endpoints for media and files serve this model if its provider is not one of those that they serve by default. Default: false. */
            beyond_reference?: boolean;
            /** @description Values of `reasoning_effort` accepted beyond minimal, low, medium and high. */
            reasoning_efforts?: string[];
            /** @description anthropic and bedrock: whether the model supports a schema for its response. If true, `json_schema` is accepted. Default: false. */
            structured_output?: boolean;
            /**
             * @description Messages-native models: whether thinking takes a token budget or an effort. Default: budget.
             * @enum {string}
             */
            thinking?: "budget" | "adaptive";
        };
        ChangeActorView: {
            /** @description Id of the actor. Null for the service itself and for actors without an id. */
            id: string | null;
            /** @description Name or e-mail address at the time of the change. */
            name: string;
            /**
             * @description Type of the actor.
             * @enum {string}
             */
            type: "user" | "api_key" | "service_account" | "scim" | "operator" | "system";
        };
        ChangedHookView: {
            /**
             * @description Path of the hook, at the address of this service.
             * @example /hooks/0190…
             */
            path: string;
            /**
             * @description How deliveries are signed. `standard`: Standard Webhooks, or `X-Hub-Signature-256`. `github`: `X-Hub-Signature-256` only. `stripe`: `Stripe-Signature`.
             * @enum {string}
             */
            scheme: "standard" | "github" | "stripe";
            /** @description The secret that was generated. It is never shown again. Null: you sent one. */
            secret: string | null;
            /** @description The last characters of each secret that is accepted, the newest first. */
            secret_hints: string[];
        };
        ChangeTargetView: {
            /** @description Unique identifier. */
            id: string | null;
            /** @description Name at the time of the request. */
            name: string | null;
            /**
             * @description Type of the actor.
             * @example team
             */
            type: string;
        };
        ChangeView: {
            /**
             * @description The type of the resource and the kind of change.
             * @example team.update
             */
            action: string;
            /** @description The actor who made the change. */
            actor: components["schemas"]["ChangeActorView"];
            /** @description The network address that the request came from. */
            address: string | null;
            /** @description Values after the change. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description Values before the change. For an update, only the changed fields. No secrets. */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it was changed.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `change`.
             * @enum {string}
             */
            object: "change";
            /** @description Id of the request that made the change. */
            request_id: string | null;
            /** @description The changed resource. */
            target: components["schemas"]["ChangeTargetView"];
        };
        ChatImageView: {
            /** @description Its size in bytes. */
            bytes: number;
            /**
             * Format: uuid
             * @description Unique identifier. `GET /w/chat/sessions/{id}/images/{image_id}` has its bytes.
             */
            id: string;
            /**
             * @description Its media type.
             * @enum {string}
             */
            media_type: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
        };
        ChatMessageView: {
            /** @description What was said. */
            content: string;
            /**
             * Format: date-time
             * @description When the message was added.
             */
            created_at: string;
            /** @description Why the answer ended. */
            finish_reason: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Its images. */
            images: components["schemas"]["ChatImageView"][];
            /** @description The model that said it. */
            model: string | null;
            /**
             * @description Always `chat.message`.
             * @enum {string}
             */
            object: "chat.message";
            /**
             * Format: uuid
             * @description The message before it. Null for one that begins the conversation.
             */
            parent_id: string | null;
            /** @description The request to the gateway that the message came from. */
            request_id: string | null;
            /**
             * @description Who said it.
             * @enum {string}
             */
            role: "system" | "user" | "assistant" | "tool";
            /** @description Of a message of role `tool`: the call that it answers. */
            tool_call_id: string | null;
            /** @description Its calls of tools. */
            tool_calls: components["schemas"]["ChatToolCallDto"][];
        };
        ChatSessionView: {
            /**
             * Format: date-time
             * @description When the conversation was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: uuid
             * @description The last message of the branch that is shown. Null without messages.
             */
            leaf_id: string | null;
            /** @description Number of messages in all branches. */
            message_count: number;
            /**
             * @description Always `chat.session`.
             * @enum {string}
             */
            object: "chat.session";
            /** @description Whether everybody in the workspace can read the conversation. */
            shared: boolean;
            /** @description Shown in lists. Null until there is a message to take it from. */
            title: string | null;
            /** @description Tools that the conversation offers to its models. Lists of conversations leave them out. */
            tools?: components["schemas"]["ChatToolDto"][];
            /**
             * Format: date-time
             * @description When a message was added last, or the title or sharing changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The person whose conversation it is, and who alone can change it.
             */
            user_id: string;
            /** @description The name of that person. */
            user_name: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        ChatToolCallDto: {
            /**
             * @description The arguments as the model wrote them, which is JSON as a rule.
             * @example {"id":"A-1"}
             */
            arguments: string;
            /**
             * @description Identifies the call among those of the message.
             * @example call_1
             */
            id: string;
            /**
             * @description Name of the function.
             * @example find_order
             */
            name: string;
        };
        ChatToolDto: {
            /** @description What the function does, for the model. */
            description?: string;
            /**
             * @description Name of the function.
             * @example find_order
             */
            name: string;
            /** @description Its parameters, as a JSON Schema. */
            parameters?: {
                [key: string]: unknown;
            };
        };
        CheckWorkflowDto: {
            /** @description Left out: the stored draft. */
            definition?: {
                [key: string]: unknown;
            };
        };
        CreateAccountTokenDto: {
            /**
             * Format: date-time
             * @description When it expires. If left out: never, which requires `rotate_every_days` or a credential policy that allows it.
             */
            expires_at?: string;
            /** @description Seconds for which an old token stays valid after a rotation, and an unrotated one after its due time. A day where `rotate_every_days` is given, else 0. */
            grace_seconds?: number;
            /**
             * @description Name for people.
             * @example production
             */
            name: string;
            /**
             * @description Days after which the token must be rotated. A token that is not rotated expires at the end of the grace period.
             * @example 30
             */
            rotate_every_days?: number;
        };
        CreateAgentDto: {
            /** @description What a run may use. */
            caps?: components["schemas"]["AgentCapsDto"];
            /** @description Whether credentials of the workspace can ask it as the model `agent/<name>` of POST /v1/chat/completions. Default: false. */
            chat_model?: boolean;
            /** @description Shown in lists. */
            description?: string;
            /** @description Document sets whose knowledge bases it searches too, as far as whoever runs the agent sees them. */
            docset_ids?: string[];
            /** @description What the agent is to do. Default: empty. */
            instructions?: string;
            /** @description Knowledge bases that the tool `search_knowledge` searches. */
            kb_ids?: string[];
            /** @description Tokens of each answer. Null: the model's default. */
            max_output_tokens?: number | null;
            /** @description Answers of the model in a run. Default: 10. */
            max_steps?: number;
            /** @description Whether credentials of the workspace can call it as a tool of the MCP gateway. Default: false. */
            mcp_tool?: boolean;
            /**
             * @description A chat model, by any of its names.
             * @example gpt-5-mini
             */
            model: string;
            /**
             * @description Unique in the workspace.
             * @example order-desk
             */
            name: string;
            /** @description Null: the model's default. */
            temperature?: number | null;
            /** @description What the model can call. */
            tools?: components["schemas"]["AgentToolDto"][];
        };
        CreateCachePolicyDto: {
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Models whose responses are cached, by any of their names. Null: all models. */
            models?: string[] | null;
            /**
             * @description Unique among the cache policies of the same scope.
             * @example answers of gpt-4o
             */
            name: string;
            /** @description Teams that the policy applies to, by name. Renaming a team updates the list. Null: every caller. */
            teams?: string[] | null;
            /** @description Seconds for which a response is cached. Null: `cache.ttl_seconds` of gateway.yaml. */
            ttl_seconds?: number | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        CreateChatSessionDto: {
            /** @description Whether everybody in the workspace can read the conversation. Default: false. */
            shared?: boolean;
            /**
             * @description Shown in lists. Left out: the first line of the first message of role `user`.
             * @example Release notes
             */
            title?: string;
            /** @description Tools that the conversation offers to its models, 64 KiB of JSON in all. */
            tools?: components["schemas"]["ChatToolDto"][];
        };
        CreateDocsetDto: {
            /** @description For people. */
            description?: string | null;
            /** @description Knowledge bases of the workspace. */
            kb_ids?: string[];
            /**
             * @description Shown in lists.
             * @example Everything about bridges
             */
            name: string;
            /** @description Teams whose callers see the set. Empty: everyone in the workspace. */
            team_ids?: string[];
        };
        CreateEvalDatasetDto: {
            /** @description Shown in lists. */
            description?: string;
            /**
             * @description Unique in the workspace.
             * @example support-questions
             */
            name: string;
        };
        CreateEvalSuiteDto: {
            /**
             * Format: uuid
             * @description The dataset.
             */
            dataset_id: string;
            /** @description A version of the dataset. Null: the newest one when a run begins. */
            dataset_version?: number | null;
            /** @description Shown in lists. */
            description?: string;
            /** @description How answers are graded. An answer must pass them all. */
            graders: components["schemas"]["EvalGraderDto"][];
            /**
             * @description Unique in the workspace.
             * @example nightly
             */
            name: string;
            /** @description Answers for each case. Default: 1. */
            repeats?: number;
            /** @description When the suite runs by itself, with the rights of whoever sets this. Null: never. */
            schedule?: components["schemas"]["EvalScheduleDto"] | null;
            /** @description What is evaluated. */
            targets: components["schemas"]["EvalTargetDto"][];
            /**
             * @description Where regressions of scheduled runs are sent. It is never shown. Null: `async.webhook_url` of gateway.yaml.
             * @example https://example.com/hooks/evals
             */
            webhook_url?: string | null;
        };
        CreateEvalVersionDto: {
            /** @description Names of the members, where they are others. */
            fields?: components["schemas"]["EvalFieldNamesDto"];
            /**
             * @description JSONL: a JSON object on each line, at most 10000 of them.
             * @example {"id": "q1", "input": "What is 6 × 7?", "expected": 42}
             */
            jsonl: string;
        };
        CreateGuardrailDto: {
            /** @description Settings of the kind, as in gateway.yaml. The whole value is replaced. Headers of kind http are encrypted and never returned. They do not change unless you send `config.headers`. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /**
             * @description Kind of check.
             * @enum {string}
             */
            kind: "regex" | "keywords" | "pii" | "moderation" | "json_schema" | "max_tokens" | "prompt_injection" | "http";
            /**
             * @description Whether to block, or only to record. Default: enforce.
             * @enum {string}
             */
            mode?: "enforce" | "audit";
            /** @description Models that the guardrail applies to, by any of their names. Null: all models. */
            models?: string[] | null;
            /**
             * @description Shown in errors and used by routing configs. Unique among the guardrails of the same scope.
             * @example no secrets
             */
            name: string;
            /**
             * @description Whether to check the request or the response. Default: before.
             * @enum {string}
             */
            phase?: "before" | "after";
            /** @description Teams that the guardrail applies to, by name. Renaming a team updates the list. Null: all teams. */
            teams?: string[] | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        CreateInviteDto: {
            /**
             * @description E-mail address of the invited person.
             * @example grace@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description When the invitation expires. Default: 7 days. Maximum: 30 days.
             */
            expires_at?: string;
            /**
             * @description The role in the organization, `org_member` by default; owners are made by owners.
             * @enum {string}
             */
            role?: "owner" | "org_admin" | "org_member";
            /**
             * Format: uuid
             * @description Team that the person joins. The person’s requests in the workspace are attributed to it.
             */
            team_id?: string;
            /**
             * Format: uuid
             * @description Workspace that the person becomes a member of.
             */
            workspace_id?: string;
            /**
             * @description The role in that workspace, `viewer` by default.
             * @enum {string}
             */
            workspace_role?: "admin" | "editor" | "viewer";
        };
        CreateKeyDto: {
            /**
             * @description When the budget is reset. Default: `monthly`.
             * @enum {string}
             */
            budget_reset_period?: "daily" | "weekly" | "monthly" | "never";
            /** @description Deprecated: US dollars in total. The same as `budget_usd_monthly` with the period `never`. */
            budget_usd?: number;
            /**
             * @description US dollars per budget period. 0 or left out: unlimited.
             * @example 50
             */
            budget_usd_monthly?: number;
            /**
             * Format: date-time
             * @description When the key expires. From then on it is rejected with 401 `key_expired`.
             */
            expires_at?: string;
            /**
             * @description Name for people.
             * @example nightly build
             */
            name: string;
            /**
             * @description Role on the control plane: an `admin` manages the keys of its team. Default: `member`.
             * @enum {string}
             */
            role?: "member" | "editor" | "admin";
            /** @description Requests per minute. 0 or left out: unlimited. */
            rpm_limit?: number;
            /**
             * @description The team that it belongs to: its name or id. Required.
             * @example ci
             */
            team?: string;
            /** @description Deprecated: use `team`. */
            team_id?: string;
            /** @description Tokens per minute. 0 or left out: unlimited. */
            tpm_limit?: number;
            /**
             * Format: uuid
             * @description Owner of the key: a member of the team.
             */
            user_id?: string;
            /**
             * Format: uuid
             * @description Binds the key to a workspace, whose providers then serve it. If left out, the key is team-scoped.
             */
            workspace_id?: string;
        };
        CreateKnowledgeBaseDto: {
            /**
             * @description `builtin`, or an embedding model of the catalog. Default: `knowledge.embedding_model`, or `builtin`.
             * @example builtin
             */
            embedding_model?: string;
            /**
             * @description Shown in lists.
             * @example handbook
             */
            name: string;
        };
        CreateMcpServerDto: {
            /** @description Teams and virtual accounts that may use the server. Null: all callers of the workspace. */
            access?: components["schemas"]["McpAccessDto"][] | null;
            /**
             * @description Whether tools wait for approval. `changes`: those whose description or schema changes. `all`: new ones too. Default: `changes`.
             * @enum {string}
             */
            approval?: "none" | "changes" | "all";
            /** @description Address of the API of an OpenAPI document, if it has none or another. */
            base_url?: string | null;
            /** @description Secret of the OAuth client. Never shown again; null removes it. */
            client_secret?: string | null;
            /** @description What the server is for. */
            description?: string | null;
            /** @description Whether the server is offered. Default: true. */
            enabled?: boolean;
            /**
             * @description Headers of every request to the server. Their values are secret. The whole set is replaced.
             * @example {
             *       "authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description `mcp`: an MCP server. `openapi`: an HTTP API, as tools. `sample`: a server for tests. Immutable. Default: `mcp`.
             * @enum {string}
             */
            kind?: "mcp" | "openapi" | "sample";
            /**
             * @description Unique in the workspace. The names of its tools begin with it. Immutable.
             * @example tickets
             */
            name: string;
            /** @description OAuth client credentials, instead of a header `authorization`; replaced as a whole. */
            oauth?: components["schemas"]["McpOauthDto"] | null;
            /** @description Price of one call of a tool in US dollars. Default: 0. */
            price_per_call_usd?: number;
            /** @description Time limit of a call in milliseconds. Default: 60000. */
            timeout_ms?: number;
            /** @description Tools that are offered. Null: all of them. */
            tools?: string[] | null;
            /**
             * @description Address of the server (Streamable HTTP), or of the OpenAPI document. If you change the host, send the secrets again.
             * @example https://tickets.example.com/mcp
             */
            url?: string | null;
        };
        CreateModelDto: {
            /** @description Model: other names of the model. */
            aliases?: string[];
            /** @description Model: capabilities that differ from those of the kind. The whole value is replaced. */
            capabilities?: components["schemas"]["CapabilitiesDto"] | null;
            /** @description Model: maximum tokens of prompt and response together. */
            context_window?: number | null;
            /** @description Model (required): the name that callers use. Unique in the workspace among logical names, aliases and virtual models. */
            logical_name?: string;
            /** @description Model: prices of media. The whole value is replaced. Null: none. */
            media_prices?: components["schemas"]["MediaPricesDto"] | null;
            /** @description Virtual model (required): the name that callers use. Unique in the workspace among logical names, aliases and virtual models. */
            name?: string;
            /**
             * @description Whether this is a model or a virtual model. Default: model.
             * @enum {string}
             */
            object?: "model" | "virtual_model";
            /** @description Model: prices of tokens. The whole value is replaced. Null: none. */
            prices?: components["schemas"]["PricesDto"] | null;
            /**
             * Format: uuid
             * @description Model (required): the provider of the workspace that serves the model.
             */
            provider_id?: string;
            /** @description Virtual model: retries of failed calls. */
            retry?: components["schemas"]["RetryDto"];
            /** @description Virtual model: copies some requests to another model. The response is only recorded. */
            shadow?: components["schemas"]["ShadowDto"] | null;
            /** @description Virtual model: whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky?: boolean;
            /**
             * @description Virtual model: how to choose a target. Default: failover.
             * @enum {string}
             */
            strategy?: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Virtual model (required): the targets, all of the same type. */
            targets?: components["schemas"]["TargetDto"][];
            /**
             * @description Model: the type of the model. The kind of provider must serve it. Default: chat.
             * @enum {string}
             */
            type?: "chat" | "completion" | "embedding" | "rerank" | "moderation" | "image" | "speech" | "transcription" | "realtime" | "decision";
            /** @description What to do with parameters that the model does not support. The whole value is replaced. Null: the request is rejected. */
            unsupported_parameters?: components["schemas"]["UnsupportedParametersDto"] | null;
            /** @description Model (required): name of the model at the provider. For azure-openai, the deployment. */
            upstream_model?: string;
            /**
             * @description Speech model: names of voices that callers use, each with the voice of the provider. The whole map is replaced. Null: the default voices.
             * @example {
             *       "alloy": "JBFqnCBsd6RMkjVDRZzb"
             *     }
             */
            voices?: {
                [key: string]: unknown;
            } | null;
        };
        CreateOrganizationAccountDto: {
            /** @description Whether the tokens of the account are rejected. */
            disabled?: boolean;
            /**
             * @description Unique in the organization.
             * @example ci
             */
            name: string;
            /**
             * @description What tokens of the account may do, in the organization and all its workspaces.
             * @example [
             *       "gateway.teams.manage"
             *     ]
             */
            permissions: ("gateway.keys.read" | "gateway.keys.manage" | "gateway.teams.read" | "gateway.teams.manage" | "gateway.teammembers.manage" | "gateway.serviceaccounts.read" | "gateway.serviceaccounts.manage" | "gateway.providers.read" | "gateway.providers.manage" | "gateway.models.read" | "gateway.models.manage" | "gateway.routing.read" | "gateway.routing.manage" | "gateway.ratelimits.read" | "gateway.ratelimits.manage" | "gateway.guardrails.read" | "gateway.guardrails.manage" | "gateway.pii.read" | "gateway.pii.manage" | "gateway.cache.read" | "gateway.cache.manage" | "gateway.mcp.read" | "gateway.mcp.manage" | "gateway.workflows.read" | "gateway.workflows.run" | "gateway.workflows.manage" | "gateway.secrets.read" | "gateway.secrets.manage" | "gateway.agents.read" | "gateway.agents.manage" | "gateway.agents.run" | "gateway.agents.approve" | "gateway.evals.read" | "gateway.evals.run" | "gateway.evals.manage" | "gateway.budgets.read" | "gateway.budgets.manage" | "gateway.usage.read" | "gateway.audit.read" | "workspace.read" | "workspace.manage" | "workspace.members.read" | "workspace.members.manage" | "org.read" | "org.manage" | "org.workspaces.manage" | "org.members.read" | "org.members.manage" | "org.accounts.read" | "org.credentialpolicy.manage" | "org.usage.read")[];
        };
        CreatePersonalTokenDto: {
            /**
             * Format: date-time
             * @description When it expires: in the future, within the maximum lifetime of the organization's policy.
             */
            expires_at: string;
            /**
             * @description Name for people.
             * @example laptop
             */
            name: string;
            /**
             * Format: uuid
             * @description The workspace that it is for; needed where you reach several.
             */
            workspace_id?: string;
        };
        CreatePiiPolicyDto: {
            /** @description Your own kinds of personal data, found by patterns and treated like the built-in entities. */
            custom_entities?: components["schemas"]["CustomEntityDto"][];
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Entities that count as personal data: email, phone, credit_card, iban, us_ssn, ip_address. Default: all of them. */
            entities?: string[];
            /**
             * @description What to do with personal data in requests. Default: off.
             * @enum {string}
             */
            input?: "off" | "redact" | "block";
            /**
             * @description Name for people. A scope can have one such policy.
             * @example personal data
             */
            name: string;
            /**
             * @description Redaction of responses: none, while they stream, or when they are complete. Default: off.
             * @enum {string}
             */
            output?: "off" | "stream" | "buffer";
            /** @description Replacement of the first e-mail address. Others use the same format. Default: [EMAIL_1]. */
            placeholder?: string;
            /** @description Whether the person's own values are restored in the response. Default: false. */
            restore?: boolean;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        CreateProviderDto: {
            /** @description Secret, never shown again; null removes it. bedrock: id of the access key. An entry of gateway.yaml with neither this nor `api_key` uses the account of the machine. */
            access_key_id?: string | null;
            /** @description Secret, never shown again; null removes it. vertex: an access token that you renew yourself. */
            access_token?: string | null;
            /** @description Secret, never shown again; null removes it. API key of the provider. */
            api_key?: string | null;
            /** @description Several API keys, used in turn, instead of `api_key`. Secret. */
            api_keys?: string[] | null;
            /** @description azure-openai: version of its API. */
            api_version?: string | null;
            /**
             * @description Replaces the default scheme, host and path prefix of the kind. If you change the host, send the secrets again.
             * @example https://llm.example.com/v1
             */
            base_url?: string | null;
            /** @description openai-compatible, ollama, vllm: whether the runtime loads models on demand, so that "loading" is waited out. Default: true for ollama and vllm, false for openai-compatible. */
            cold_start?: boolean | null;
            /** @description Secret, never shown again; null removes it. vertex: a credentials file as JSON: of a service account or an authorized user, and in gateway.yaml also of a workload identity. An entry of gateway.yaml with neither this nor `access_token` uses the account of the machine. */
            credentials_json?: string | null;
            /**
             * @description Headers added to every request. Their values are secret. The whole set is replaced.
             * @example {
             *       "x-team": "research"
             *     }
             */
            headers?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Kind of provider. Immutable.
             * @enum {string}
             */
            kind: "openai" | "azure-openai" | "groq" | "mistral" | "together" | "fireworks" | "deepseek" | "xai" | "openrouter" | "perplexity" | "cerebras" | "nvidia" | "vllm" | "ollama" | "openai-compatible" | "anthropic" | "gemini" | "vertex" | "cohere" | "bedrock" | "elevenlabs" | "deepgram" | "assemblyai" | "cartesia" | "typesafe" | "system-one" | "simulator";
            /** @description vertex (required): location of the endpoint, such as `europe-west4`, `eu` or `global`. */
            location?: string | null;
            /**
             * @description Unique in the workspace.
             * @example our-openai
             */
            name: string;
            /** @description vertex (required): project id. Default: the `project_id` of `credentials_json`. */
            project?: string | null;
            /** @description bedrock (required): region of the endpoint. Default in gateway.yaml: that of AWS_REGION or AWS_DEFAULT_REGION. */
            region?: string | null;
            /** @description Secret, never shown again; null removes it. bedrock: secret of the access key. */
            secret_access_key?: string | null;
            /** @description Secret, never shown again; null removes it. bedrock: session token of a temporary access key. */
            session_token?: string | null;
            /** @description Time limits; replaced as a whole. */
            timeouts?: components["schemas"]["TimeoutsDto"] | null;
        };
        CreateRateLimitDto: {
            /**
             * Format: uuid
             * @description Only requests with this API key, which must be bound to the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            api_key_id?: string | null;
            /**
             * @description Whether matching requests share one counter, or each of these identities has its own. Immutable. Default: shared.
             * @enum {string}
             */
            applies_per?: "shared" | "team" | "user" | "service_account" | "api_key";
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Only requests for this model, by any name that the workspace resolves. Immutable. */
            model?: string | null;
            /**
             * @description Name for people.
             * @example gpt-4o for everybody
             */
            name: string;
            /** @description Requests per day. 0: unlimited. At least one limit must be set. */
            requests_per_day?: number;
            /** @description Requests per hour. 0: unlimited. At least one limit must be set. */
            requests_per_hour?: number;
            /** @description Requests per minute. 0: unlimited. At least one limit must be set. */
            requests_per_minute?: number;
            /**
             * @description Whether the policy applies to one workspace, or to every workspace of the organization, which requires the permission over the organization. Immutable. Default: workspace.
             * @enum {string}
             */
            scope?: "workspace" | "organization";
            /**
             * Format: uuid
             * @description Only requests of this virtual account of the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            service_account_id?: string | null;
            /**
             * Format: uuid
             * @description Only requests of this team. Fixed. At most one identity can be set.
             */
            team_id?: string | null;
            /** @description Tokens per day. 0: unlimited. At least one limit must be set. */
            tokens_per_day?: number;
            /** @description Tokens per hour. 0: unlimited. At least one limit must be set. */
            tokens_per_hour?: number;
            /** @description Tokens per minute. 0: unlimited. At least one limit must be set. */
            tokens_per_minute?: number;
            /**
             * Format: uuid
             * @description Only requests of this person, who must belong to the workspace. Fixed. At most one identity can be set.
             */
            user_id?: string | null;
            /**
             * Format: uuid
             * @description The workspace of one of scope `workspace`; needed where the credential reaches several. Fixed.
             */
            workspace_id?: string | null;
        };
        CreateRoutingConfigDto: {
            /** @description Response cache of the config. Null: the cache policies apply. */
            cache?: components["schemas"]["RouteCacheDto"] | null;
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Guardrails that apply in addition to the matching ones. */
            guardrails?: string[];
            /**
             * @description Name that callers send in `X-Service-Config`. Unique among the routing configs of the same scope.
             * @example canary
             */
            name: string;
            /** @description Retries of failed calls. */
            retry?: components["schemas"]["RetryDto"];
            /** @description Copies some requests to another model. The response is only recorded. Null: none. */
            shadow?: components["schemas"]["ShadowDto"] | null;
            /** @description Whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky?: boolean;
            /**
             * @description How to choose a target. Default: failover.
             * @enum {string}
             */
            strategy?: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Models to use. Empty: the model that the request names. */
            targets?: components["schemas"]["TargetDto"][];
            /** @description Time limits that replace those of the provider. */
            timeouts?: components["schemas"]["RouteTimeoutsDto"];
            /** @description What to do with parameters that the models do not support. Null: the request is rejected. */
            unsupported_parameters?: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        CreateScimMappingDto: {
            /**
             * Format: uuid
             * @description Id of the SCIM group, which is the id of its team.
             */
            group_id: string;
            /**
             * @description Their role in it.
             * @example editor
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
            /**
             * Format: uuid
             * @description The workspace in which the people of the group become members.
             */
            workspace_id: string;
        };
        CreateScimTokenDto: {
            /**
             * Format: date-time
             * @description When it expires. If left out: never.
             */
            expires_at?: string;
            /**
             * @description Name of the client that will use the token. Unique in the organization.
             * @example identity provider
             */
            name: string;
        };
        CreateSecretDto: {
            /** @description What the secret is for. */
            description?: string | null;
            /**
             * @description Unique in the workspace: letters, digits and underscores. It cannot change.
             * @example CRM_TOKEN
             */
            name: string;
            /**
             * @description The value. It is never shown again.
             * @example a-token
             */
            value: string;
        };
        CreateServiceAccountDto: {
            /**
             * @description Models that tokens of the account may use, by any of their names. Null allows every model. An empty list allows none.
             * @example [
             *       "gpt-4o"
             *     ]
             */
            allowed_models?: string[] | null;
            /**
             * @description Providers that tokens of the account may use, by name or kind. Null allows every provider. An empty list allows none.
             * @example [
             *       "openai"
             *     ]
             */
            allowed_providers?: string[] | null;
            /** @description Whether the tokens of the account are rejected. */
            disabled?: boolean;
            /**
             * @description Unique in the workspace.
             * @example nightly-report
             */
            name: string;
            /**
             * @description What tokens of the account may do with knowledge bases and document sets of the workspace: read, or also change. Default: `viewer`.
             * @enum {string}
             */
            role?: "viewer" | "editor";
        };
        CreateTeamDto: {
            /**
             * @description Models that callers of the team may use, by any of their names. Null allows every model. An empty list allows none.
             * @example [
             *       "gpt-4o"
             *     ]
             */
            allowed_models?: string[] | null;
            /**
             * @description Unique in the organization, regardless of case. Claims of identity providers map to it.
             * @example research
             */
            name: string;
            /** @description Requests per minute. 0: unlimited. */
            rpm_limit?: number;
            /** @description Tokens per calendar month. 0: unlimited. */
            token_budget_monthly?: number;
            /** @description Tokens per minute. 0: unlimited. */
            tpm_limit?: number;
        };
        CreateWorkflowDto: {
            /**
             * @description The draft: a graph of steps. It may have problems, which only publication refuses.
             * @example {
             *       "nodes": [
             *         {
             *           "id": "greet",
             *           "kind": "transform",
             *           "expression": "\"Hello \" & input.name"
             *         }
             *       ],
             *       "edges": []
             *     }
             */
            definition?: {
                [key: string]: unknown;
            };
            /** @description What the workflow does. */
            description?: string | null;
            /**
             * @description Unique in the workspace.
             * @example Order intake
             */
            name: string;
        };
        CreateWorkspaceDto: {
            /**
             * @description Unique in the organization.
             * @example production
             */
            name: string;
        };
        CredentialPolicyView: {
            /** @description Whether tokens of virtual accounts may be issued without an expiry. */
            allow_non_expiring_vat: boolean;
            /** @description Maximum lifetime of a PAT, in days. */
            max_pat_lifetime_days: number;
            /** @description Maximum number of PATs per person. */
            max_pats_per_user: number;
            /**
             * @description Always `credential_policy`.
             * @enum {string}
             */
            object: "credential_policy";
        };
        CustomEntityDto: {
            /** @description Whether case is ignored. Default: false. */
            ignore_case?: boolean;
            /**
             * @description Lower case: `employee_id` is replaced by `[EMPLOYEE_ID_1]`.
             * @example employee_id
             */
            name: string;
            /**
             * @description Pattern of the values: RE2 syntax, without ^ and $, for at most 256 characters.
             * @example EMP-\d{6}
             */
            pattern: string;
        };
        DecideAgentCallDto: {
            /**
             * @description Whether the call is made.
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description `position` of the call among the steps of the run. */
            position: number;
            /** @description Why it is rejected. The model gets this text. */
            reason?: string;
        };
        DecisionDto: {
            /**
             * @description Which branch the run takes.
             * @enum {string}
             */
            decision: "approved" | "rejected";
        };
        DeletedView: {
            /** @description Always true. */
            deleted: boolean;
            /**
             * Format: uuid
             * @description What was deleted.
             */
            id: string;
        };
        DeploymentView: {
            /** @description What is unavailable for any of them. */
            degraded: string[];
            /**
             * @description Always `deployment`.
             * @enum {string}
             */
            object: "deployment";
            /** @description Queues with jobs. */
            queues: components["schemas"]["QueueView"][];
            /** @description Processes with a heartbeat in the last 45 seconds. */
            replicas: components["schemas"]["ReplicaView"][];
            /** @description Webhook deliveries. */
            webhooks: components["schemas"]["WebhooksView"];
        };
        DocsetView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description For people. */
            description: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Knowledge bases of the workspace. */
            kb_ids: string[];
            /** @description Shown in lists. */
            name: string;
            /** @description Teams whose callers see the set. Empty: everyone in the workspace. */
            team_ids: string[];
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updated_at: string;
        };
        DocumentProgressView: {
            /** @description Number of chunks that are embedded and stored. */
            embedded_chunks: number;
            /**
             * @description What is done now. Null: it waits.
             * @enum {string|null}
             */
            step: "fetch" | "parse" | "chunk" | "embed" | null;
        };
        DocumentView: {
            /** @description Size of the file. */
            bytes: number;
            /** @description Number of chunks. */
            chunk_count: number;
            /** @description The media type, as it was sent. */
            content_type: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Why it failed, and what to do. */
            error: string | null;
            /** @description The same as a code (docs/contract/knowledge.md#parsing). */
            error_code: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: uuid
             * @description The knowledge base.
             */
            kb_id: string;
            /** @description What its uploader noted of it. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The name of the file. */
            name: string;
            /**
             * Format: date-time
             * @description When its address is fetched again. Null: only on request.
             */
            next_refresh_at: string | null;
            /** @description Null unless it is processing. */
            progress: components["schemas"]["DocumentProgressView"] | null;
            /** @description After how many hours its address is fetched again. Null: only on request. */
            refresh_every_hours: number | null;
            /** @description SHA-256 of the bytes, in hexadecimal. Null until an address was fetched. */
            sha256: string | null;
            /** @description Where it came from: an address, or what its uploader called it. */
            source_id: string | null;
            /**
             * @description `failed`: see `error`.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updated_at: string;
        };
        Error: {
            error: {
                /** @description For programs; docs/errors.md lists them. */
                code: string;
                /** @description The guardrail that refused. */
                guardrail?: string;
                /** @description For people. */
                message: string;
                /** @description The field at fault, as a path. */
                param?: string;
                /** @description Whose ceiling refused. */
                scope?: string;
                /** @enum {string} */
                type: "invalid_request_error" | "permission_error" | "rate_limit_error" | "insufficient_quota" | "server_error";
            };
        };
        EstimateEvalDto: {
            /** @description Tokens that an answer is taken to have. Default: `max_tokens` of the target, otherwise 300. */
            answer_tokens?: number;
        };
        EvalCaseView: {
            /** @description What graders compare an answer with. Null: nothing. */
            expected: Record<string, never> | null;
            /** @description Expected tool calls. Null: none are given. */
            expected_tool_calls: Record<string, never> | null;
            /** @description Unique in its version. Runs are compared by it. */
            id: string;
            /** @description A text, or a list of messages. */
            input: Record<string, never> | null;
            /**
             * @description Always `eval.case`.
             * @enum {string}
             */
            object: "eval.case";
        };
        EvalChangeCountsView: {
            /** @description Cases of which a smaller share passes. */
            broken: number;
            /** @description Cases of which a larger share of answers passes. */
            fixed: number;
            /** @description Cases without a grade in one of the runs. */
            missing: number;
            /** @description Cases with the same share. */
            same: number;
        };
        EvalChangedCaseView: {
            /** @description Share of answers that passes in the run. */
            after: number | null;
            /** @description Share of answers that passes in the baseline. */
            before: number | null;
            /** @description The case. */
            case_id: string;
            /**
             * @description How it changed.
             * @enum {string}
             */
            change: "fixed" | "broken" | "missing";
        };
        EvalComparisonView: {
            /**
             * Format: uuid
             * @description The run that was compared with.
             */
            baseline_id: string;
            /** @description Cases that are not the same. */
            changed_cases: components["schemas"]["EvalChangedCaseView"][];
            /** @description Cases by how they changed. */
            counts: components["schemas"]["EvalChangeCountsView"];
            /** @description Mean change of the share that passes, over cases that both have. */
            difference: number | null;
            /** @description Paired interval of `difference`. */
            interval: components["schemas"]["EvalIntervalView"] | null;
            /**
             * @description Always `eval.comparison`.
             * @enum {string}
             */
            object: "eval.comparison";
            /** @description Probability of such an imbalance of fixed and broken cases by chance. */
            p_value: number | null;
            /** @description Whether there are more than 1000 such cases. */
            truncated: boolean;
            /**
             * @description What can be said.
             * @enum {string}
             */
            verdict: "better" | "worse" | "no_detectable_change" | "not_comparable";
            /** @description The verdict in a sentence. */
            words: string;
        };
        EvalDatasetView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Shown in lists. */
            description: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `eval.dataset`.
             * @enum {string}
             */
            object: "eval.dataset";
            /**
             * Format: date-time
             * @description When the resource was changed last.
             */
            updated_at: string;
            /** @description Number of the newest version. 0: the dataset has none yet. */
            version: number;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        EvalEstimateView: {
            /** @description As many as answers are taken to have. */
            completion_tokens: number;
            /** @description US dollars, of the models whose price is declared. */
            cost_usd: number;
            /**
             * @description Always `eval.estimate`.
             * @enum {string}
             */
            object: "eval.estimate";
            /** @description Estimated from characters. */
            prompt_tokens: number;
            /** @description Requests to models, those of judges included. */
            requests: number;
            /** @description Models without a declared price, agents and workflows: their cost is not included. */
            unpriced: string[];
        };
        EvalFieldNamesDto: {
            /**
             * @description Member of each line that is what is expected. Default: `expected`.
             * @example answer
             */
            expected?: string;
            /** @description Member of each line that is the id. Default: `id`. */
            id?: string;
            /**
             * @description Member of each line that is the input. Default: `input`.
             * @example question
             */
            input?: string;
            /** @description Member of each line that is the list of expected tool calls. Default: `expected_tool_calls`. */
            tool_calls?: string;
        };
        EvalGraderDto: {
            /** @description `numeric`: largest difference. Default: 1e-9. */
            absolute?: number;
            /** @description `tool_calls`: others may be made too. Default: false. */
            allow_others?: boolean;
            /** @description `tool_calls`: the order does not count. Default: false. */
            any_order?: boolean;
            /** @description `tool_calls`: `exact`, `subset` or `ignore`. Default: `exact`. */
            arguments?: string;
            /** @description `json_path`: the path must only exist. Default: false. */
            exists?: boolean;
            /** @description `exact`, `contains`, `regex`: case does not count. Default: false. */
            ignore_case?: boolean;
            /** @description `exact`: punctuation does not count. Default: false. */
            ignore_punctuation?: boolean;
            /** @description `latency`: milliseconds at most. */
            max_ms?: number;
            /** @description `cost`: US dollars of one answer at most. */
            max_usd?: number;
            /** @description `similarity`: `words`, `edit` or `embedding`. Default: `words`. */
            method?: string;
            /** @description `judge`: `rubric` or `pairwise`. Default: `rubric`. */
            mode?: string;
            /** @description `judge`: a chat model. `similarity` by `embedding`: an embedding model. */
            model?: string;
            /** @description How results name it. Default: its type. */
            name?: string;
            /** @description `json_path`: a path such as `$.items[0].name`. */
            path?: string;
            /** @description `regex`: a pattern of RE2. */
            pattern?: string;
            /** @description `numeric`: `last`, `first` or `only` number. Default: `last`. */
            pick?: string;
            /** @description `numeric`: largest difference as a share. Default: 0. */
            relative?: number;
            /** @description `judge`: what is judged. */
            rubric?: string;
            /** @description `json_schema`: the schema. */
            schema?: {
                [key: string]: unknown;
            };
            /** @description `judge` in mode `pairwise`: asks in both orders. Default: true. */
            swap?: boolean;
            /** @description `similarity`: least likeness. Default: 0.8. */
            threshold?: number;
            /**
             * @description `exact`, `contains`, `regex`, `json_schema`, `json_path`, `numeric`, `similarity`, `tool_calls`, `latency`, `cost` or `judge`.
             * @example contains
             */
            type: string;
            /** @description What answers are compared with, in place of `expected` of each case. */
            value?: Record<string, never> | null;
            /** @description `judge`: its votes. Default: 1. */
            votes?: number;
        };
        EvalGraderFiguresView: {
            /** @description Answers that it could not grade, such as a judge that did not answer. */
            errors: number;
            /** @description Answers that it failed. */
            failed: number;
            /** @description Name of the grader. */
            name: string;
            /** @description Share of the answers that it graded which it passed. */
            pass_rate: number | null;
            /** @description Answers that it passed. */
            passed: number;
            /** @description Type of the grader. */
            type: string;
        };
        EvalGradeView: {
            /** @description Name of the grader. */
            name: string;
            /** @description Why, where the grader says so. */
            reason: string | null;
            /** @description From 0 to 1. Null without a grade. */
            score: number | null;
            /**
             * @description `error`: there is no grade.
             * @enum {string}
             */
            status: "passed" | "failed" | "error";
            /** @description Type of the grader. */
            type: string;
        };
        EvalImportView: {
            /** @description Requests that became cases. */
            imported: number;
            /**
             * @description Always `eval.import`.
             * @enum {string}
             */
            object: "eval.import";
            /** @description Requests that were looked at and became no case. */
            skipped: components["schemas"]["EvalSkippedView"];
            /** @description The new version. */
            version: components["schemas"]["EvalVersionView"];
        };
        EvalIntervalView: {
            /** @description Upper end. */
            high: number;
            /** @description Lower end of the 95% interval. */
            low: number;
        };
        EvalPassView: {
            /** @description Cases with k graded answers. */
            cases: number;
            /** @description Number of answers. */
            k: number;
            /** @description pass@k: at least one of k answers passes. */
            pass_at_k: number | null;
            /** @description pass^k: all of k answers pass. */
            pass_power_k: number | null;
        };
        EvalResultView: {
            /**
             * Format: uuid
             * @description The run of the agent.
             */
            agent_run_id: string | null;
            /** @description The case. */
            case_id: string;
            /** @description Tokens of the answer. */
            completion_tokens: number;
            /** @description US dollars. Null: the model has no price. */
            cost_usd: number | null;
            /** @description Why the target did not answer. */
            error: components["schemas"]["EvalRunErrorView"] | null;
            /** @description Why the answer ended. */
            finish_reason: string | null;
            /** @description What each grader said. */
            grades: components["schemas"]["EvalGradeView"][];
            /** @description US dollars of judges. */
            judge_cost_usd: number | null;
            /** @description Milliseconds. */
            latency_ms: number;
            /**
             * @description Always `eval.result`.
             * @enum {string}
             */
            object: "eval.result";
            /** @description The text of the answer. */
            output: string | null;
            /** @description Tokens of the prompt. */
            prompt_tokens: number;
            /** @description Which answer to the case, from 0. */
            repeat: number;
            /** @description The request as the audit log has it. Requests of graders begin with the same text. */
            request_id: string;
            /** @description Mean score of the graders. */
            score: number | null;
            /**
             * @description `error`: the target did not answer. `grader_error`: a grader could not grade.
             * @enum {string}
             */
            status: "passed" | "failed" | "error" | "grader_error";
            /** @description Position of the target in the suite, from 0. */
            target: number;
            /** @description Tool calls of the answer. */
            tool_calls: Record<string, never> | null;
            /**
             * Format: uuid
             * @description The run of the workflow.
             */
            workflow_run_id: string | null;
        };
        EvalRunErrorView: {
            /** @description Why the run ended early. */
            code: string;
            /** @description In words. */
            message: string;
        };
        EvalRunSummaryView: {
            /**
             * Format: date-time
             * @description When the run ended.
             */
            completed_at: string | null;
            /** @description US dollars of answers and judges so far. Null: nothing has a price. */
            cost_usd: number | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The dataset.
             */
            dataset_id: string;
            /** @description Version of the dataset. */
            dataset_version: number;
            /** @description Answers that are stored. */
            done: number;
            /** @description Null: nothing went wrong. */
            error: components["schemas"]["EvalRunErrorView"] | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `eval.run`.
             * @enum {string}
             */
            object: "eval.run";
            /**
             * Format: date-time
             * @description When a worker began.
             */
            started_at: string | null;
            /**
             * @description `incomplete`: a limit ended it.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "incomplete" | "failed" | "cancelled";
            /**
             * Format: uuid
             * @description The suite. The run keeps it as it was at the start.
             */
            suite_id: string;
            /** @description Name of the suite. */
            suite_name: string;
            /** @description Answers of the whole run: cases × targets × repeats. */
            total: number;
            /**
             * @description What began the run.
             * @enum {string}
             */
            trigger: "manual" | "schedule";
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        EvalRunView: {
            /**
             * Format: date-time
             * @description When the run ended.
             */
            completed_at: string | null;
            /** @description US dollars of answers and judges so far. Null: nothing has a price. */
            cost_usd: number | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The dataset.
             */
            dataset_id: string;
            /** @description Version of the dataset. */
            dataset_version: number;
            /** @description Answers that are stored. */
            done: number;
            /** @description Null: nothing went wrong. */
            error: components["schemas"]["EvalRunErrorView"] | null;
            /** @description Figures of each target. */
            figures: components["schemas"]["EvalTargetFiguresView"][];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `eval.run`.
             * @enum {string}
             */
            object: "eval.run";
            /**
             * Format: date-time
             * @description When a worker began.
             */
            started_at: string | null;
            /**
             * @description `incomplete`: a limit ended it.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "incomplete" | "failed" | "cancelled";
            /**
             * Format: uuid
             * @description The suite. The run keeps it as it was at the start.
             */
            suite_id: string;
            /** @description Name of the suite. */
            suite_name: string;
            /** @description Answers of the whole run: cases × targets × repeats. */
            total: number;
            /**
             * @description What began the run.
             * @enum {string}
             */
            trigger: "manual" | "schedule";
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        EvalScheduleDto: {
            /**
             * @description Minute, hour, day of the month, month, day of the week.
             * @example 0 9 * * MON
             */
            cron: string;
            /** @description A run ends when its answers and judges have cost so many US dollars. Default: no limit. */
            max_cost_usd?: number;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        EvalScheduleView: {
            /** @description Minute, hour, day of the month, month, day of the week. */
            cron: string;
            /** @description Limit of the cost of a run, in US dollars. Null: none. */
            max_cost_usd: number | null;
            /**
             * Format: date-time
             * @description The next time. Null: never.
             */
            next_run_at: string | null;
            /** @description Why the last time was left out. Null: it was not. */
            problem: string | null;
            /** @description A name of the IANA time zone database. */
            timezone: string;
        };
        EvalSkippedView: {
            /** @description Requests with the same input as a newer one. */
            duplicate: number;
            /** @description Requests without a stored payload. */
            no_payload: number;
            /** @description Requests whose payload is cut. */
            truncated: number;
            /** @description Requests of another format, such as with pictures. */
            unsupported: number;
        };
        EvalSuiteView: {
            /**
             * Format: uuid
             * @description What scheduled runs are compared with. Null: the completed run before.
             */
            baseline_run_id: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The dataset.
             */
            dataset_id: string;
            /** @description Null: the newest one when a run begins. */
            dataset_version: number | null;
            /** @description Shown in lists. */
            description: string;
            /** @description How answers are graded. */
            graders: components["schemas"]["EvalGraderDto"][];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `eval.suite`.
             * @enum {string}
             */
            object: "eval.suite";
            /** @description Answers for each case. */
            repeats: number;
            /** @description When it runs by itself. Null: never. */
            schedule: components["schemas"]["EvalScheduleView"] | null;
            /** @description What is evaluated. */
            targets: components["schemas"]["EvalTargetDto"][];
            /**
             * Format: date-time
             * @description When the resource was changed last.
             */
            updated_at: string;
            /** @description Origin of the address that regressions are sent to. */
            webhook_receiver: string | null;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        EvalTargetDto: {
            /**
             * Format: uuid
             * @description `agent`: the agent.
             */
            agent_id?: string;
            /** @description `workflow`: what its run gets. `text`: `{ text, messages }`. `json`: what the text of the case says. Default: `text`. */
            input?: string;
            /**
             * @description `model`: a chat model, by any of its names.
             * @example gpt-5-mini
             */
            model?: string;
            /** @description How results name it. Default: the model, or the id of the agent or workflow. */
            name?: string;
            /** @description `workflow`: path of the answer in the output of its run, such as `$.desk.text`. Default: the output. */
            output_path?: string;
            /**
             * @description `model`: further fields of the chat request, such as `temperature` or `tools`.
             * @example {
             *       "temperature": 0
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description `model`: a system message before the messages of each case. */
            system?: string;
            /**
             * @description `model` (also a virtual one), `agent` or `workflow`.
             * @example model
             */
            type: string;
            /** @description `agent` and `workflow`: the version. Default: the newest one when a run begins. */
            version?: number;
            /**
             * Format: uuid
             * @description `workflow`: the workflow, which must be published.
             */
            workflow_id?: string;
        };
        EvalTargetFiguresView: {
            /** @description US dollars of answers. Null: none has a price. */
            cost_usd: number | null;
            /** @description Answers that the target did not give. They are in no rate. */
            errors: number;
            /** @description Answers that a grader fails. */
            failed: number;
            /** @description Cases with a graded answer. */
            graded_cases: number;
            /** @description Answers without a grade, such as of a judge that did not answer. They are in no rate. */
            grader_errors: number;
            /** @description What each grader of the suite decided. */
            graders: components["schemas"]["EvalGraderFiguresView"][];
            /** @description Wilson's interval of `pass_rate`. */
            interval: components["schemas"]["EvalIntervalView"] | null;
            /** @description US dollars of judges. Null: none was asked, or none has a price. */
            judge_cost_usd: number | null;
            /** @description Milliseconds of the median answer. Null without an answer. */
            latency_p50_ms: number | null;
            /** @description Milliseconds within which 95% of answers came. */
            latency_p95_ms: number | null;
            /** @description Name of the target. */
            name: string;
            /** @description Mean over graded cases of the share of answers that pass. */
            pass_rate: number | null;
            /** @description Answers that pass all graders. */
            passed: number;
            /** @description For each number of repeats. */
            passes: components["schemas"]["EvalPassView"][];
            /** @description Position of the target in the suite, from 0. */
            target: number;
        };
        EvalVersionView: {
            /** @description Cases of the version. */
            case_count: number;
            /**
             * Format: date-time
             * @description When the version was created.
             */
            created_at: string;
            /** @description The name of whoever made it. */
            created_by: string;
            /**
             * @description Always `eval.dataset.version`.
             * @enum {string}
             */
            object: "eval.dataset.version";
            /**
             * @description Where the cases come from. Those that were not uploaded are read like payloads of the audit log.
             * @enum {string}
             */
            source: "upload" | "audit" | "knowledge";
            /** @description From 1. */
            version: number;
        };
        ExplainedChargeView: {
            /** @description Identifies the budget: its holder and its unit. */
            account: string;
            /** @description In the unit of the budget: US dollars, or tokens. */
            amount: number;
            /**
             * Format: date-time
             * @description Start of the period that was charged.
             */
            period_start: string;
        };
        ExplanationView: {
            /** @description Budgets that were charged. */
            charges: components["schemas"]["ExplainedChargeView"][];
            /** @description Results of other policies, such as `guardrails`, or `shadow_of`. */
            details: {
                [key: string]: unknown;
            };
            /**
             * @description Always `explanation`.
             * @enum {string}
             */
            object: "explanation";
            /** @description The request: who asked, what served it, what it used and cost. */
            request: components["schemas"]["AuditRecordView"];
            /** @description Routing: `route`, `strategy`, `sticky`, `candidates` in order, `skipped` with reasons, and `attempts` with outcome and time. Null for a plain model. */
            routing: {
                [key: string]: unknown;
            } | null;
        };
        GuardrailDryRunDto: {
            /** @description Settings of the kind, as in gateway.yaml. */
            config?: {
                [key: string]: unknown;
            };
            /**
             * @description Kind of check. Kinds that ask another service cannot be tried: http, and moderation with a model.
             * @enum {string}
             */
            kind: "regex" | "keywords" | "pii" | "moderation" | "json_schema" | "max_tokens" | "prompt_injection" | "http";
            /**
             * @description Whether the text is of a request or of a response. Default: before.
             * @enum {string}
             */
            phase?: "before" | "after";
            /**
             * @description Who wrote the text. Default: user, or assistant for a response.
             * @enum {string}
             */
            role?: "system" | "user" | "assistant" | "tool";
            /** @description The text to check. */
            text: string;
        };
        GuardrailDryRunView: {
            /** @description How long the check took, in milliseconds. */
            duration_ms: number;
            /**
             * @description Always `guardrail_dry_run`.
             * @enum {string}
             */
            object: "guardrail_dry_run";
            /** @description Whether a guardrail with the mode `enforce` would reject the text. */
            rejected: boolean;
            /**
             * @description `finding`: the guardrail found something. `timeout` and `failure`: the text could not be checked.
             * @enum {string}
             */
            verdict: "pass" | "finding" | "timeout" | "failure";
        };
        GuardrailView: {
            /** @description Settings of the kind, without headers. */
            config: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description If false, the policy is paused. */
            enabled: boolean;
            /** @description Kind http: names of the headers sent to the checker, in lower case. */
            header_names: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Kind of check.
             * @enum {string}
             */
            kind: "regex" | "keywords" | "pii" | "moderation" | "json_schema" | "max_tokens" | "prompt_injection" | "http";
            /**
             * @description Whether to block, or only to record. Default: enforce.
             * @enum {string}
             */
            mode: "enforce" | "audit";
            /** @description Models that the guardrail applies to, by any of their names. Null: all models. */
            models: string[] | null;
            /** @description Unique among the policies of the same kind and scope. */
            name: string;
            /**
             * @description Always `guardrail`.
             * @enum {string}
             */
            object: "guardrail";
            /**
             * @description Whether to check the request or the response. Default: before.
             * @enum {string}
             */
            phase: "before" | "after";
            /** @description Teams that the guardrail applies to, by name. Renaming a team updates the list. Null: all teams. */
            teams: string[] | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it holds in; null: all of the organization.
             */
            workspace_id: string | null;
        };
        ImportEvalCasesDto: {
            /** @description Whether the version also has the cases of the newest one. Default: false. */
            append?: boolean;
            /**
             * @description `audit`: what is expected. `answer`: what the model answered. Default: `none`.
             * @enum {string}
             */
            expected?: "none" | "answer";
            /**
             * Format: date-time
             * @description Only requests that arrived at or after this time.
             */
            from?: string;
            /**
             * Format: uuid
             * @description `knowledge`: the knowledge base.
             */
            kb_id?: string;
            /** @description Cases at most, the newest first. Default: 100. */
            limit?: number;
            /** @description Only requests for this model. */
            model?: string;
            /**
             * @description Only requests with this outcome.
             * @enum {string}
             */
            outcome?: "success" | "refused" | "failed" | "cancelled";
            /**
             * @description `audit`: requests to chat models. `knowledge`: queries of a knowledge base.
             * @enum {string}
             */
            source: "audit" | "knowledge";
            /**
             * Format: date-time
             * @description Only requests that arrived before this time.
             */
            to?: string;
        };
        IngestedPagesView: {
            /** @description False if the list names more pages, or a sitemap of the index could not be read. */
            complete: boolean;
            /** @description A document for each page, in the order of the list. */
            data: components["schemas"]["IngestedPageView"][];
            /**
             * Format: uuid
             * @description The knowledge base.
             */
            kb_id: string;
            /** @description The address of the list. */
            url: string;
        };
        IngestedPageView: {
            /**
             * Format: uuid
             * @description The document.
             */
            id: string;
            /** @description The address of the page. */
            source_id: string;
            /**
             * @description `ready` if it was there already.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
        };
        IngestedView: {
            /** @description Number of chunks. */
            chunk_count: number;
            /**
             * Format: uuid
             * @description The document.
             */
            id: string;
            /**
             * Format: uuid
             * @description The knowledge base.
             */
            kb_id: string;
            /** @description The name of the document. */
            name: string;
            /** @description SHA-256 of the bytes, in hexadecimal. */
            sha256: string | null;
            /** @description The address. */
            source_id: string | null;
        };
        IngestUrlDto: {
            /**
             * Format: uuid
             * @description The knowledge base.
             */
            kb_id: string;
            /** @description The address is a feed or a sitemap: each page that it names becomes a document. */
            pages?: components["schemas"]["PagesDto"];
            /** @description After how many hours it is fetched again. Null: only on request. Default: null, and for an address that was ingested before, what it was. */
            refresh_every_hours?: number | null;
            /**
             * @description The address of a page, a PDF or another document.
             * @example https://example.com/plan
             */
            url: string;
        };
        InviteView: {
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description E-mail address of the invited person, in lower case. */
            email: string;
            /**
             * Format: date-time
             * @description When the invitation expires.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Id of the person who sent the invitation. */
            invited_by: string | null;
            /**
             * @description Always `invite`.
             * @enum {string}
             */
            object: "invite";
            /**
             * @description The role in the organization.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
            /**
             * @description Outcome.
             * @enum {string}
             */
            status: "pending" | "accepted" | "expired";
            /**
             * Format: uuid
             * @description The team that the person joins.
             */
            team_id: string | null;
            /**
             * Format: uuid
             * @description The workspace in which the person gets a place.
             */
            workspace_id: string | null;
            /**
             * @description The role in that workspace.
             * @enum {string|null}
             */
            workspace_role: "admin" | "editor" | "viewer" | null;
        };
        IssuedAccountTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires, rotated or not. Null: never.
             */
            expires_at: string | null;
            /** @description Seconds for which an old token stays valid after a rotation. */
            grace_seconds: number;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `service_account_token`.
             * @enum {string}
             */
            object: "service_account_token";
            /** @description Days after which the token must be rotated. Null: no schedule. */
            rotate_every_days: number | null;
            /**
             * Format: date-time
             * @description When the token must be rotated. It expires `grace_seconds` later. Null: no schedule.
             */
            rotation_due_at: string | null;
            /**
             * Format: uuid
             * @description The virtual account that it authenticates.
             */
            service_account_id: string | null;
            /**
             * @description The token itself. It is shown here and never again.
             * @example ml_vat_…
             */
            token: string;
            /**
             * @description Prefix and last four characters.
             * @example ml_vat_…4f2A
             */
            token_hint: string;
            /**
             * Format: uuid
             * @description The workspace of the account.
             */
            workspace_id: string | null;
        };
        IssuedInviteView: {
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description E-mail address of the invited person, in lower case. */
            email: string;
            /**
             * Format: date-time
             * @description When the invitation expires.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Id of the person who sent the invitation. */
            invited_by: string | null;
            /**
             * @description Always `invite`.
             * @enum {string}
             */
            object: "invite";
            /**
             * @description The role in the organization.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
            /**
             * @description Outcome.
             * @enum {string}
             */
            status: "pending" | "accepted" | "expired";
            /**
             * Format: uuid
             * @description The team that the person joins.
             */
            team_id: string | null;
            /** @description Token to sign up with. It is shown only once. Give it to the invited person. */
            token: string;
            /**
             * Format: uuid
             * @description The workspace in which the person gets a place.
             */
            workspace_id: string | null;
            /**
             * @description The role in that workspace.
             * @enum {string|null}
             */
            workspace_role: "admin" | "editor" | "viewer" | null;
        };
        IssuedKeyView: {
            /**
             * @description When the budget is reset.
             * @enum {string}
             */
            budget_reset_period: "daily" | "weekly" | "monthly" | "never";
            /** @description US dollars per budget period. 0: unlimited. */
            budget_usd_monthly: number;
            /**
             * Format: date-time
             * @description When the resource was created. Null if it is declared in gateway.yaml.
             */
            created_at: string | null;
            /** @description Whether the key is disabled. */
            disabled: boolean;
            /**
             * Format: date-time
             * @description When it expires. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description The key. It is shown only once.
             * @example ml-…
             */
            key: string;
            /**
             * @description Prefix and last four characters.
             * @example ml-…4f2A
             */
            key_hint: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `api_key`.
             * @enum {string}
             */
            object: "api_key";
            /**
             * @description Role on the control plane.
             * @enum {string}
             */
            role: "member" | "editor" | "admin";
            /** @description Requests per minute. 0: unlimited. */
            rpm_limit: number;
            /**
             * @description `config`: declared in `gateway.yaml`. Change it there.
             * @enum {string}
             */
            source: "config" | "database";
            /** @description The name of the team that it belongs to. */
            team: string;
            /**
             * Format: uuid
             * @description Id of the team. Null as long as the team is only in gateway.yaml.
             */
            team_id: string | null;
            /** @description Tokens per minute. 0: unlimited. */
            tpm_limit: number;
            /**
             * Format: uuid
             * @description Owner of the key.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The workspace that it is bound to; null: team-scoped.
             */
            workspace_id: string | null;
        };
        IssuedOrganizationAccountTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires, rotated or not. Null: never.
             */
            expires_at: string | null;
            /** @description Seconds for which an old token stays valid after a rotation. */
            grace_seconds: number;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `organization_account_token`.
             * @enum {string}
             */
            object: "organization_account_token";
            /**
             * Format: uuid
             * @description The virtual account that it authenticates.
             */
            organization_account_id: string;
            /** @description Days after which the token must be rotated. Null: no schedule. */
            rotate_every_days: number | null;
            /**
             * Format: date-time
             * @description When the token must be rotated. It expires `grace_seconds` later. Null: no schedule.
             */
            rotation_due_at: string | null;
            /**
             * @description The token itself. It is shown here and never again.
             * @example ml_vat_…
             */
            token: string;
            /**
             * @description Prefix and last four characters.
             * @example ml_vat_…4f2A
             */
            token_hint: string;
        };
        IssuedPersonalTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Id of the token, for the header X-Service-Credential.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `personal_access_token`.
             * @enum {string}
             */
            object: "personal_access_token";
            /**
             * @description The token itself. It is shown here and never again.
             * @example ml_pat_…
             */
            token: string;
            /**
             * @description Prefix and last four characters.
             * @example ml_pat_…4f2A
             */
            token_hint: string;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string | null;
        };
        IssuedScimTokenView: {
            /**
             * Format: date-time
             * @description When it was issued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            last_used_at: string | null;
            /** @description Unique in the organization. */
            name: string;
            /**
             * @description Always `scim_token`.
             * @enum {string}
             */
            object: "scim_token";
            /** @description The token, for `Authorization: Bearer`. It is shown here and never again. */
            token: string;
            /** @description The prefix and the last four characters of the token. */
            token_hint: string;
        };
        KeyView: {
            /**
             * @description When the budget is reset.
             * @enum {string}
             */
            budget_reset_period: "daily" | "weekly" | "monthly" | "never";
            /** @description US dollars per budget period. 0: unlimited. */
            budget_usd_monthly: number;
            /**
             * Format: date-time
             * @description When the resource was created. Null if it is declared in gateway.yaml.
             */
            created_at: string | null;
            /** @description Whether the key is disabled. */
            disabled: boolean;
            /**
             * Format: date-time
             * @description When it expires. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Prefix and last four characters.
             * @example ml-…4f2A
             */
            key_hint: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `api_key`.
             * @enum {string}
             */
            object: "api_key";
            /**
             * @description Role on the control plane.
             * @enum {string}
             */
            role: "member" | "editor" | "admin";
            /** @description Requests per minute. 0: unlimited. */
            rpm_limit: number;
            /**
             * @description `config`: declared in `gateway.yaml`. Change it there.
             * @enum {string}
             */
            source: "config" | "database";
            /** @description The name of the team that it belongs to. */
            team: string;
            /**
             * Format: uuid
             * @description Id of the team. Null as long as the team is only in gateway.yaml.
             */
            team_id: string | null;
            /** @description Tokens per minute. 0: unlimited. */
            tpm_limit: number;
            /**
             * Format: uuid
             * @description Owner of the key.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The workspace that it is bound to; null: team-scoped.
             */
            workspace_id: string | null;
        };
        KnowledgeBaseView: {
            /** @description Number of chunks of the documents that are ready. */
            chunk_count: number;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Numbers of an embedding. Null until a document is embedded. */
            dimensions: number | null;
            /** @description Number of documents. */
            document_count: number;
            /** @description The model whose embeddings queries use. */
            embedding_model: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Shown in lists. */
            name: string;
            /** @description The model that documents are being embedded with, to replace the other. */
            next_embedding_model: string | null;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        KnowledgeQueryDto: {
            /** @description Whether each result says how it was scored. Default: false. */
            explain?: boolean;
            /**
             * @description A condition on the metadata of chunks (docs/contract/knowledge.md#filters).
             * @example {
             *       "type": "eq",
             *       "key": "source",
             *       "value": "plan.pdf"
             *     }
             */
            filter?: {
                [key: string]: unknown;
            };
            /**
             * @description Default: `hybrid`.
             * @enum {string}
             */
            mode?: "hybrid" | "vector" | "lexical";
            /**
             * @description What is looked for.
             * @example When did the bridge open?
             */
            query: string;
            /** @description Orders the results with a rerank model. */
            rerank?: components["schemas"]["RerankDto"];
            /** @description Maximum number of results. Default: 5. */
            top_k?: number;
        };
        LoginDto: {
            /** @description The e-mail address of the account. */
            email: string;
            /** @description Name or id of the organization. Required if you have accounts in several. */
            organization?: string;
            /** @description The password. */
            password: string;
        };
        MatchedCachePolicyView: {
            /**
             * Format: uuid
             * @description The policy. Null for one of gateway.yaml.
             */
            policy_id: string | null;
            /** @description Name of the policy. Null if it has none. */
            policy_name: string | null;
            /** @description Seconds for which the policy caches a response. */
            ttl_seconds: number;
        };
        MatchedLimitView: {
            /** @description The most that the window allows. */
            limit: number;
            /**
             * Format: uuid
             * @description The policy that sets the limit.
             */
            policy_id: string;
            /** @description Name of the policy. */
            policy_name: string;
            /**
             * @description Whose requests the counter counts. A refusal names this scope.
             * @enum {string}
             */
            scope: "organization" | "workspace" | "team" | "service_account" | "user" | "api_key";
            /**
             * @description What is counted.
             * @enum {string}
             */
            unit: "requests" | "tokens";
            /** @description Length of the window, in seconds: a minute, an hour or a day. */
            window_seconds: number;
        };
        McpAccessDto: {
            /**
             * Format: uuid
             * @description The virtual account. Give this or `team_id`.
             */
            service_account_id?: string;
            /**
             * Format: uuid
             * @description The team. Give this or `service_account_id`.
             */
            team_id?: string;
            /** @description Tools that it may use. Null or left out: all of them. */
            tools?: string[] | null;
        };
        McpOauthDto: {
            /** @description Client id. */
            client_id: string;
            /** @description Scopes to ask for, separated by spaces. */
            scope?: string | null;
            /** @description Token endpoint of the authorization server. */
            token_url: string;
        };
        McpServerView: {
            /** @description Teams and virtual accounts that may use the server. Null: all callers of the workspace. */
            access: components["schemas"]["McpAccessDto"][] | null;
            /**
             * @description Whether tools wait for approval.
             * @enum {string}
             */
            approval: "none" | "changes" | "all";
            /** @description Address of the API of an OpenAPI document. */
            base_url: string | null;
            /**
             * Format: date-time
             * @description When it was created. One of `gateway.yaml`: when this service read the file.
             */
            created_at: string;
            /** @description What the server is for. */
            description: string | null;
            /** @description Whether the server is offered. */
            enabled: boolean;
            /** @description Whether `client_secret` is set. */
            has_client_secret: boolean;
            /** @description The names of the headers of every request, in lower case. */
            header_names: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Kind of server.
             * @enum {string}
             */
            kind: "mcp" | "openapi" | "sample";
            /** @description Unique in the workspace. The names of its tools begin with it. */
            name: string;
            /** @description OAuth client credentials. */
            oauth: components["schemas"]["McpOauthDto"] | null;
            /**
             * @description Always `mcp_server`.
             * @enum {string}
             */
            object: "mcp_server";
            /** @description Price of one call of a tool in US dollars. */
            price_per_call_usd: number;
            /**
             * @description `config`: declared in `gateway.yaml`. Change it there.
             * @enum {string}
             */
            source: "config" | "database";
            /** @description Time limit of a call in milliseconds. */
            timeout_ms: number;
            /** @description Tools that are offered. Null: all of them. */
            tools: string[] | null;
            /**
             * Format: date-time
             * @description When it was last changed. One of `gateway.yaml`: when this service read the file.
             */
            updated_at: string;
            /** @description Address of the server, or of the OpenAPI document. Null: the sample server, or a process. */
            url: string | null;
            /**
             * Format: uuid
             * @description The workspace that it belongs to. Null: all of the organization.
             */
            workspace_id: string | null;
        };
        McpToolView: {
            /** @description The tool as it was described when it was approved. */
            approved_definition: {
                [key: string]: unknown;
            } | null;
            /** @description The hash that was approved. */
            approved_hash: string | null;
            /**
             * Format: date-time
             * @description When a gateway first saw it.
             */
            created_at: string;
            /** @description The tool as the server describes it. */
            definition: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of what the server says of the tool. Send it to approve the tool. */
            hash: string;
            /** @description Name at the server. */
            name: string;
            /**
             * @description Always `mcp_tool`.
             * @enum {string}
             */
            object: "mcp_tool";
            /**
             * Format: uuid
             * @description The server.
             */
            server_id: string;
            /**
             * @description `changed`: approved, and described otherwise since. `pending`: never approved.
             * @enum {string}
             */
            status: "approved" | "changed" | "pending";
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        MediaPricesDto: {
            /** @description One generated image. */
            image?: number;
            /** @description One second of sound, as the provider reports them. Applies where no flat price is set. */
            per_second?: number;
            /** @description 1,000 input characters of speech. */
            speech_per_1k_chars?: number;
            /** @description One transcription request, or one translation of sound. */
            transcription?: number;
        };
        MemberPlaceView: {
            /**
             * @description Role of the person in the workspace.
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
            /**
             * Format: uuid
             * @description The team that the person works for there.
             */
            team_id: string | null;
            /**
             * Format: date-time
             * @description Only of a membership whose team the person has lost: when. The person has no model access in the workspace until `team_id` is set again, to a team or to null.
             */
            team_removed_at?: string;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        ModelView: {
            /** @description Other names of the model. */
            aliases: string[];
            /** @description Capabilities that differ from those of the kind. */
            capabilities: components["schemas"]["CapabilitiesDto"] | null;
            /** @description Maximum tokens of prompt and response together. */
            context_window: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name that callers use. */
            logical_name: string;
            /** @description Prices of media. */
            media_prices: components["schemas"]["MediaPricesDto"] | null;
            /**
             * @description Always `model`.
             * @enum {string}
             */
            object: "model";
            /** @description Prices of tokens. */
            prices: components["schemas"]["PricesDto"] | null;
            /**
             * Format: uuid
             * @description The provider that serves the model.
             */
            provider_id: string;
            /** @description Type of the model, which decides the endpoints that serve it. */
            type: string;
            /** @description What to do with parameters that the model does not support. Null: the request is rejected. */
            unsupported_parameters: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /** @description Name of the model at the provider. */
            upstream_model: string;
            /** @description Names of voices that callers use, each with the voice of the provider. */
            voices: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        NewChatMessageDto: {
            /**
             * @description What was said.
             * @example Hello
             */
            content: string;
            /**
             * @description Why the answer ended.
             * @example stop
             */
            finish_reason?: string;
            /** @description Of a message of role `user`: its images as data URLs of PNG, JPEG, WebP or GIF. */
            images?: string[];
            /** @description The model that said it. */
            model?: string;
            /** @description The request to the gateway that the message came from. */
            request_id?: string;
            /**
             * @description Who said it.
             * @enum {string}
             */
            role: "system" | "user" | "assistant" | "tool";
            /** @description Of a message of role `tool`: the call that it answers. */
            tool_call_id?: string;
            /** @description Of a message of role `assistant`: its calls of tools. */
            tool_calls?: components["schemas"]["ChatToolCallDto"][];
        };
        OfferedModelView: {
            /** @description Whether this is probably a chat model, judged by its name and the provider’s list. */
            chat: boolean;
            /** @description Name at the provider, for `upstream_model` of a model. */
            id: string;
        };
        OrganizationAccountTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires, rotated or not. Null: never.
             */
            expires_at: string | null;
            /** @description Seconds for which an old token stays valid after a rotation. */
            grace_seconds: number;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `organization_account_token`.
             * @enum {string}
             */
            object: "organization_account_token";
            /**
             * Format: uuid
             * @description The virtual account that it authenticates.
             */
            organization_account_id: string;
            /** @description Days after which the token must be rotated. Null: no schedule. */
            rotate_every_days: number | null;
            /**
             * Format: date-time
             * @description When the token must be rotated. It expires `grace_seconds` later. Null: no schedule.
             */
            rotation_due_at: string | null;
            /**
             * @description Prefix and last four characters.
             * @example ml_vat_…4f2A
             */
            token_hint: string;
        };
        OrganizationAccountView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Whether the tokens of the account are rejected. */
            disabled: boolean;
            /**
             * Format: uuid
             * @description The owner who granted the permissions. The tokens are rejected once this person is no longer an owner.
             */
            granted_by: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the organization. */
            name: string;
            /**
             * @description Always `organization_account`.
             * @enum {string}
             */
            object: "organization_account";
            /** @description What tokens of the account may do, in the organization and all its workspaces. */
            permissions: string[];
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
        };
        OrganizationMemberView: {
            /** @description If false, the person is signed out everywhere and their PATs are rejected. */
            active: boolean;
            /**
             * Format: date-time
             * @description When the person joined.
             */
            created_at: string;
            /** @description The e-mail address. */
            email: string;
            /** @description Name of the person. */
            name: string;
            /**
             * @description Always `org_member`.
             * @enum {string}
             */
            object: "org_member";
            /**
             * @description The role in the organization.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
            /**
             * Format: uuid
             * @description The person.
             */
            user_id: string;
            /** @description Workspaces that the person is a member of. */
            workspaces: components["schemas"]["MemberPlaceView"][];
        };
        OrganizationView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name. */
            name: string;
            /**
             * @description Always `organization`.
             * @enum {string}
             */
            object: "organization";
            /** @description Products of the organization. Only the operator can change them. */
            products: string[];
            /**
             * @description Time zone whose days reports show: an IANA name.
             * @example Asia/Kolkata
             */
            reporting_zone: string;
            /**
             * @description `config`: declared in `gateway.yaml`. Rename it there.
             * @enum {string}
             */
            source: "config" | "database";
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
        };
        OwnSessionView: {
            /**
             * Format: date-time
             * @description When the person signed in.
             */
            created_at: string;
            /** @description Whether it is the session that this request is made with. */
            current: boolean;
            /**
             * Format: date-time
             * @description When the session ends at the latest. It ends earlier if it is idle for too long.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute.
             */
            last_seen_at: string;
            /**
             * @description Always `user_session`.
             * @enum {string}
             */
            object: "user_session";
        };
        PagesDto: {
            /** @description Whether the sound or video that is attached to an item of a feed, as in podcasts, is read instead of its page. Default: false. */
            enclosures?: boolean;
            /** @description Maximum number of pages. Default: 50. */
            max?: number;
            /** @description Whether pages of other hosts are read too. Default: false. */
            other_hosts?: boolean;
        };
        PasswordDto: {
            /** @description Current password. */
            current_password: string;
            /** @description New password, at least 12 characters. */
            new_password: string;
        };
        PercentilesView: {
            /** @description Half of the requests took at most this long, in milliseconds. */
            p50: number;
            /** @description 95% of the requests took at most this long, in milliseconds. */
            p95: number;
        };
        PersonalTokenView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Id of the token, for the header X-Service-Credential.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute. Null: never.
             */
            last_used_at: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `personal_access_token`.
             * @enum {string}
             */
            object: "personal_access_token";
            /**
             * @description Prefix and last four characters.
             * @example ml_pat_…4f2A
             */
            token_hint: string;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string | null;
        };
        PiiDryRunDto: {
            /** @description The answer of the model to it, which may hold placeholders. */
            answer?: string;
            /** @description Your own kinds of personal data, found by patterns and treated like the built-in entities. */
            custom_entities?: components["schemas"]["CustomEntityDto"][];
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Entities that count as personal data: email, phone, credit_card, iban, us_ssn, ip_address. Default: all of them. */
            entities?: string[];
            /**
             * @description What to do with personal data in requests. Default: off.
             * @enum {string}
             */
            input?: "off" | "redact" | "block";
            /**
             * @description Redaction of responses: none, while they stream, or when they are complete. Default: off.
             * @enum {string}
             */
            output?: "off" | "stream" | "buffer";
            /** @description Replacement of the first e-mail address. Others use the same format. Default: [EMAIL_1]. */
            placeholder?: string;
            /** @description Whether the person's own values are restored in the response. Default: false. */
            restore?: boolean;
            /** @description The text of a request. */
            text: string;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        PiiDryRunView: {
            /** @description The answer as the client would get it. Null without an answer, or if the request would be rejected. */
            answer: string | null;
            /** @description The entity for which the request would be rejected. Null: it would continue. */
            blocked_entity: string | null;
            /** @description How long the texts took, in milliseconds. */
            duration_ms: number;
            /**
             * @description Always `pii_dry_run`.
             * @enum {string}
             */
            object: "pii_dry_run";
            /** @description The text as the model would get it. Null if the request would be rejected. */
            text: string | null;
        };
        PiiPolicyView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Your own kinds of personal data, found by patterns and treated like the built-in entities. */
            custom_entities: components["schemas"]["CustomEntityDto"][];
            /** @description If false, the policy is paused. */
            enabled: boolean;
            /** @description Entities that count as personal data. */
            entities: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description What to do with personal data in requests. Default: off.
             * @enum {string}
             */
            input: "off" | "redact" | "block";
            /** @description Unique among the policies of the same kind and scope. */
            name: string;
            /**
             * @description Always `pii_policy`.
             * @enum {string}
             */
            object: "pii_policy";
            /**
             * @description Redaction of responses: none, while they stream, or when they are complete. Default: off.
             * @enum {string}
             */
            output: "off" | "stream" | "buffer";
            /** @description Replacement of the first e-mail address. Others use the same format. Default: [EMAIL_1]. */
            placeholder: string;
            /** @description Whether the person's own values are restored in the response. Default: false. */
            restore: boolean;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it holds in; null: all of the organization.
             */
            workspace_id: string | null;
        };
        PricesDto: {
            /** @description US dollars per million prompt tokens of sound. Default: the same as `input_per_million`. */
            audio_input_per_million?: number;
            /** @description US dollars per million completion tokens of sound. Default: the same as `output_per_million`. */
            audio_output_per_million?: number;
            /** @description US dollars per million prompt tokens of sound read from the provider cache. Default: the same as `audio_input_per_million`. */
            cached_audio_input_per_million?: number;
            /** @description US dollars per million prompt tokens of images read from the provider cache. Default: the same as `image_input_per_million`. */
            cached_image_input_per_million?: number;
            /** @description US dollars per million prompt tokens read from the provider cache. Default: the same as `input_per_million`. */
            cached_input_per_million?: number;
            /** @description US dollars per million prompt tokens of images. Default: the same as `input_per_million`. */
            image_input_per_million?: number;
            /** @description US dollars per million completion tokens of images. Default: the same as `output_per_million`. */
            image_output_per_million?: number;
            /** @description US dollars per million prompt tokens. Default: 0. */
            input_per_million?: number;
            /** @description US dollars per million completion tokens. Default: 0. */
            output_per_million?: number;
        };
        ProductView: {
            /**
             * @description Name.
             * @example ai_gateway
             */
            name: string;
            /**
             * @description Always `product`.
             * @enum {string}
             */
            object: "product";
        };
        ProviderKindView: {
            /**
             * @description `key`: `api_key` or `api_keys` is required. `optional_key`: they are optional. `aws`: an access key or `api_key`. `google`: `credentials_json` or `access_token`.
             * @enum {string}
             */
            credential: "key" | "optional_key" | "aws" | "google" | "none";
            /** @description Chat models from the documentation of the provider, the recommended one first. */
            default_models: string[];
            /** @description A page of its documentation. */
            documentation_url: string | null;
            /** @description Group whose rules the kind follows: R1, R, N, G, C, B, S, decision or simulator. */
            group: string;
            /** @description `kind` of `POST /admin/providers`. */
            kind: string;
            /** @description Whether `POST /admin/providers/{id}/models` works for it. */
            lists_models: boolean;
            /** @description Types of models that the kind serves: some of chat, completion, embedding, rerank, moderation, image, speech, transcription, realtime, decision. */
            model_types: string[];
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `provider_kind`.
             * @enum {string}
             */
            object: "provider_kind";
            /** @description Whether prices of its models are known without a declaration. */
            priced: boolean;
            /** @description Endpoints that the provider no longer serves. */
            retired_endpoints: components["schemas"]["RetiredEndpointView"][];
            /** @description Whether this version supports the kind. */
            served: boolean;
            /** @description Fields of the form, in order. Every kind also has `name`, `headers` and `timeouts`. */
            settings: components["schemas"]["ProviderSettingView"][];
            /** @description Whether `POST /admin/providers/{id}/test` requires a model of the provider. */
            test_needs_model: boolean;
        };
        ProviderModelsView: {
            /** @description By name; empty unless `ok`. */
            data: components["schemas"]["OfferedModelView"][];
            /** @description Absent when `ok`. */
            error?: components["schemas"]["ProviderTestErrorView"];
            /**
             * @description Always `provider_models`.
             * @enum {string}
             */
            object: "provider_models";
            /** @description Whether the provider answered with a list. */
            ok: boolean;
            /**
             * Format: uuid
             * @description The provider.
             */
            provider_id: string;
            /** @description Whether the provider has more models than `data` lists. */
            truncated: boolean;
        };
        ProviderSettingView: {
            /** @description Default value. Null: none. */
            default: string | null;
            /** @description An example value. */
            example: string | null;
            /** @description Help text for forms. */
            help: string;
            /** @description Label for forms. */
            label: string;
            /** @description The field of `POST /admin/providers`. */
            name: string;
            /** @description Whether the field is required. */
            required: boolean;
            /** @description Whether the value is a secret, which is never returned. */
            secret: boolean;
            /**
             * @description `list`: several texts. `json`: a file.
             * @enum {string}
             */
            type: "text" | "url" | "boolean" | "json" | "list";
        };
        ProviderTestErrorView: {
            /** @description Error code that a request to the gateway would get, such as `provider_error`. */
            code: string;
            /** @description What to check. This is a text of the service; texts of the provider are not shown. */
            message: string;
        };
        ProviderTestView: {
            /** @description Absent when `ok`. */
            error?: components["schemas"]["ProviderTestErrorView"];
            /** @description Milliseconds to the complete response. */
            latency_ms: number;
            /**
             * @description Always `provider_test`.
             * @enum {string}
             */
            object: "provider_test";
            /** @description Whether the provider accepted the credentials. */
            ok: boolean;
            /**
             * Format: uuid
             * @description The provider.
             */
            provider_id: string;
        };
        ProviderView: {
            /** @description The last four characters of `access_key_id`; null where it is not set, is short, or was stored by an earlier release. */
            access_key_id_hint: string | null;
            /** @description The last four characters of `api_key`; null where it is not set, is short, or was stored by an earlier release. */
            api_key_hint: string | null;
            /** @description Last characters of each of `api_keys` that is long enough. */
            api_keys_hints: string[];
            /** @description azure-openai: version of its API. */
            api_version: string | null;
            /** @description Null: the address that the kind has by default. */
            base_url: string | null;
            /** @description Whether to wait while the runtime loads a model. Null: the default of the kind. */
            cold_start: boolean | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Whether `access_key_id` is set. */
            has_access_key_id: boolean;
            /** @description Whether `access_token` is set. */
            has_access_token: boolean;
            /** @description Whether `api_key` is set. */
            has_api_key: boolean;
            /** @description Whether `api_keys` is set. */
            has_api_keys: boolean;
            /** @description Whether `credentials_json` is set. */
            has_credentials_json: boolean;
            /** @description Whether `secret_access_key` is set. */
            has_secret_access_key: boolean;
            /** @description Whether `session_token` is set. */
            has_session_token: boolean;
            /** @description The names of the headers added to every request, in lower case. */
            header_names: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Kind of provider. */
            kind: string;
            /** @description vertex (required): location of the endpoint, such as `europe-west4`, `eu` or `global`. */
            location: string | null;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `provider`.
             * @enum {string}
             */
            object: "provider";
            /** @description vertex (required): project id. Default: the `project_id` of `credentials_json`. */
            project: string | null;
            /** @description bedrock (required): region of the endpoint. Default in gateway.yaml: that of AWS_REGION or AWS_DEFAULT_REGION. */
            region: string | null;
            /** @description The time limits that were set. */
            timeouts: components["schemas"]["TimeoutsDto"] | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        QueryResultsView: {
            /** @description Best first. */
            results: components["schemas"]["QueryResultView"][];
        };
        QueryResultView: {
            /** @description The text of the chunk. */
            content: string;
            /**
             * Format: uuid
             * @description The document.
             */
            document_id: string;
            /** @description How it was scored, if asked for. */
            explanation?: {
                [key: string]: unknown;
            };
            /** @description `source`, `chunk_index`, and more. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description How well it fits (docs/contract/knowledge.md#search). */
            score: number;
        };
        QueueView: {
            /** @description Jobs that workers are running. */
            active: number;
            /** @description Name. */
            name: string;
            /** @description Jobs that wait. */
            waiting: number;
        };
        RateLimitDryRunDto: {
            /**
             * Format: uuid
             * @description The API key that calls.
             */
            api_key_id?: string;
            /** @description Any name of the model that the request names. Without it, policies of one model do not count the request. */
            model?: string;
            /**
             * Format: uuid
             * @description The virtual account that calls.
             */
            service_account_id?: string;
            /**
             * Format: uuid
             * @description The team of the caller.
             */
            team_id?: string;
            /**
             * Format: uuid
             * @description The person who calls.
             */
            user_id?: string;
            /**
             * Format: uuid
             * @description The workspace of the request.
             */
            workspace_id: string;
        };
        RateLimitDryRunView: {
            /** @description If false, policies of the organization may apply too, but you cannot read them. */
            is_complete: boolean;
            /** @description The limits of the matching policies, in the order in which a refusal reports them. Empty: no policy counts the request. */
            limits: components["schemas"]["MatchedLimitView"][];
            /** @description Logical name of the model. Null if the request names none. */
            model: string | null;
            /**
             * @description Always `rate_limit_dry_run`.
             * @enum {string}
             */
            object: "rate_limit_dry_run";
        };
        RateLimitView: {
            /**
             * Format: uuid
             * @description The API key that it is for.
             */
            api_key_id: string | null;
            /**
             * @description Which identities have a counter each.
             * @enum {string}
             */
            applies_per: "shared" | "team" | "user" | "service_account" | "api_key";
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description If false, the policy is paused. */
            enabled: boolean;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Logical name of the model. Null: every model. */
            model: string | null;
            /** @description Name for people. */
            name: string;
            /**
             * @description Always `rate_limit_policy`.
             * @enum {string}
             */
            object: "rate_limit_policy";
            /** @description Requests per day. 0: unlimited. */
            requests_per_day: number;
            /** @description Requests per hour. 0: unlimited. */
            requests_per_hour: number;
            /** @description Requests per minute. 0: unlimited. */
            requests_per_minute: number;
            /**
             * @description Scope of the policy.
             * @enum {string}
             */
            scope: "workspace" | "organization";
            /**
             * Format: uuid
             * @description The virtual account that it is for.
             */
            service_account_id: string | null;
            /**
             * Format: uuid
             * @description The team that it is for.
             */
            team_id: string | null;
            /** @description Tokens per day. 0: unlimited. */
            tokens_per_day: number;
            /** @description Tokens per hour. 0: unlimited. */
            tokens_per_hour: number;
            /** @description Tokens per minute. 0: unlimited. */
            tokens_per_minute: number;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The person that it is for.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The workspace; null for one of the organization.
             */
            workspace_id: string | null;
        };
        RejectToolsDto: {
            /** @description Names of the tools, at the server. */
            tools: string[];
        };
        ReplaceRateLimitDto: {
            /**
             * Format: uuid
             * @description Only requests with this API key, which must be bound to the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            api_key_id?: string | null;
            /**
             * @description Whether matching requests share one counter, or each of these identities has its own. Immutable. Default: shared.
             * @enum {string}
             */
            applies_per?: "shared" | "team" | "user" | "service_account" | "api_key";
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Only requests for this model, by any name that the workspace resolves. Immutable. */
            model?: string | null;
            /**
             * @description Name for people.
             * @example gpt-4o for everybody
             */
            name: string;
            /** @description Requests per day. 0: unlimited. At least one limit must be set. */
            requests_per_day?: number;
            /** @description Requests per hour. 0: unlimited. At least one limit must be set. */
            requests_per_hour?: number;
            /** @description Requests per minute. 0: unlimited. At least one limit must be set. */
            requests_per_minute?: number;
            /**
             * @description Whether the policy applies to one workspace, or to every workspace of the organization, which requires the permission over the organization. Immutable. Default: workspace.
             * @enum {string}
             */
            scope?: "workspace" | "organization";
            /**
             * Format: uuid
             * @description Only requests of this virtual account of the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            service_account_id?: string | null;
            /**
             * Format: uuid
             * @description Only requests of this team. Fixed. At most one identity can be set.
             */
            team_id?: string | null;
            /** @description Tokens per day. 0: unlimited. At least one limit must be set. */
            tokens_per_day?: number;
            /** @description Tokens per hour. 0: unlimited. At least one limit must be set. */
            tokens_per_hour?: number;
            /** @description Tokens per minute. 0: unlimited. At least one limit must be set. */
            tokens_per_minute?: number;
            /**
             * Format: uuid
             * @description Only requests of this person, who must belong to the workspace. Fixed. At most one identity can be set.
             */
            user_id?: string | null;
            /**
             * Format: uuid
             * @description The workspace of one of scope `workspace`; needed where the credential reaches several. Fixed.
             */
            workspace_id?: string | null;
        };
        ReplicaView: {
            /** @description Commit that was built. */
            commit: string | null;
            /** @description Gateways: hash of the configuration in effect. Replicas that agree have the same. */
            config_hash: string | null;
            /** @description What is unavailable while it continues, such as redis or audit_spool. */
            degraded: string[];
            /**
             * Format: uuid
             * @description Of the process: a new one after each start.
             */
            id: string;
            /**
             * Format: date-time
             * @description Its last heartbeat. There is one every 15 seconds.
             */
            last_seen_at: string;
            /** @description Gateways: version of the policies in effect. */
            policy_version: number | null;
            /** @description Why it takes no traffic. Null: it is ready. */
            problem: string | null;
            /** @description Role of a gateway: all, gateway or worker. */
            role: string | null;
            /**
             * @description The service.
             * @example multilane-gateway
             */
            service: string;
            /** @description Gateways: bytes of audit records in files. */
            spool_bytes: number | null;
            /** @description Gateways: audit records that wait for the database. */
            spool_records: number | null;
            /**
             * Format: date-time
             * @description When the process started.
             */
            started_at: string;
            /** @description Version of the build. */
            version: string;
        };
        RerankDto: {
            /** @description A rerank model, by any of its names. */
            model: string;
        };
        RerunDto: {
            /** @description The step to run again, with all that follow it. Left out: the whole run. */
            from_step?: string;
            /** @description Replaces what the run was started with. Left out: it stays. */
            input?: Record<string, never> | null;
        };
        ResetPasswordDto: {
            /** @description New password of the person, at least 12 characters. */
            new_password: string;
        };
        RetiredEndpointView: {
            /** @description The replacement that the provider offers. */
            instead: string;
            /** @description The path of this service, such as `/v1/chat/completions`. */
            path: string;
            /** @description Last day, `YYYY-MM-DD`. Null if the provider named none. */
            since: string | null;
        };
        RetryDto: {
            /** @description Further attempts after a failed one. 0: none. Default: 2. */
            attempts?: number;
            /** @description Failures after which another attempt is made: statuses, `timeout`, `connect`. */
            on?: (number | ("timeout" | "connect"))[];
        };
        RotateAccountTokenDto: {
            /**
             * Format: date-time
             * @description The new expiry. If left out: unchanged.
             */
            expires_at?: string;
            /**
             * @description Seconds for which the old token stays valid. If left out: `grace_seconds` of the token.
             * @example 3600
             */
            grace_seconds?: number;
        };
        RotateDto: {
            /**
             * @description Seconds for which the old token stays valid. Default: 0, it is revoked at once.
             * @example 3600
             */
            grace_seconds?: number;
        };
        RotatePersonalTokenDto: {
            /**
             * Format: date-time
             * @description The new expiry. If left out: unchanged.
             */
            expires_at?: string;
            /**
             * @description Seconds for which the old token stays valid. Default: 0, it is revoked at once.
             * @example 3600
             */
            grace_seconds?: number;
        };
        RouteCacheDto: {
            /** @description Whether responses are cached. Default: true. */
            enabled?: boolean;
            /** @description Seconds for which a response is cached. Default: `cache.ttl_seconds`. */
            ttl_seconds?: number;
        };
        RoutedTargetView: {
            /** @description Share of such requests that try this model first, from 0 to 1. Null: it depends on the latencies or running requests that a gateway measures. */
            first_share: number | null;
            /** @description Logical name of the model. */
            model: string;
            /** @description The choices that lead to it, the outermost first. */
            steps: components["schemas"]["RouteStepView"][];
            /** @description The virtual models that lead to it, the outermost first. */
            through: string[];
        };
        RouteStepView: {
            /** @description Logical name of the chosen model or virtual model. */
            model: string;
            /**
             * @description What decides when it is tried. `request`: the request names it. `only`: there is no other target. `order`: its place in the list. `weight`: a draw by weight. `last_resort`: its weight is 0, so all others come first. `session`: the session. `latency`, `running_requests`: what a gateway measures.
             * @enum {string}
             */
            reason: "request" | "only" | "order" | "weight" | "last_resort" | "session" | "latency" | "running_requests";
            /** @description Place of the chosen target in the list of the config or of the virtual model, from 0. Null: the model that the request names. */
            target: number | null;
        };
        RouteTimeoutsDto: {
            /** @description Milliseconds. Maximum time that a runtime may take to load the model. */
            cold_start_ms?: number;
            /** @description Milliseconds. Maximum time to connect. */
            connect_ms?: number;
            /** @description Milliseconds. Maximum time to the first byte of a streamed response. */
            first_byte_ms?: number;
            /** @description Milliseconds. Silence within a stream. */
            idle_ms?: number;
            /** @description Milliseconds. Maximum time to the end of a response that is not streamed. */
            total_ms?: number;
        };
        RoutingConfigView: {
            /** @description Response cache of the config. Null: the cache policies apply. */
            cache: components["schemas"]["RouteCacheDto"] | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description If false, the policy is paused. */
            enabled: boolean;
            /** @description Guardrails that apply in addition to the matching ones. */
            guardrails: string[];
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique among the policies of the same kind and scope. */
            name: string;
            /**
             * @description Always `routing_config`.
             * @enum {string}
             */
            object: "routing_config";
            /** @description Retries of failed calls. */
            retry: components["schemas"]["RetryDto"];
            /** @description Copies some requests to another model. The response is only recorded. Null: none. */
            shadow: components["schemas"]["ShadowDto"] | null;
            /** @description Whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky: boolean;
            /**
             * @description How to choose a target. Default: failover.
             * @enum {string}
             */
            strategy: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Models to use. Empty: the model that the request names. */
            targets: components["schemas"]["TargetDto"][];
            /** @description Time limits that replace those of the provider. */
            timeouts: components["schemas"]["RouteTimeoutsDto"];
            /** @description What to do with parameters that the models do not support. Null: the request is rejected. */
            unsupported_parameters: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it holds in; null: all of the organization.
             */
            workspace_id: string | null;
        };
        RoutingDryRunDto: {
            /** @description Response cache of the config. Null: the cache policies apply. */
            cache?: components["schemas"]["RouteCacheDto"] | null;
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Guardrails that apply in addition to the matching ones. */
            guardrails?: string[];
            /** @description Any name of the model that the request names. Required if the config has no targets. */
            model?: string;
            /** @description Retries of failed calls. */
            retry?: components["schemas"]["RetryDto"];
            /** @description The `X-Session-Id` of the request. Left out: it has none. */
            session_id?: string;
            /** @description Copies some requests to another model. The response is only recorded. Null: none. */
            shadow?: components["schemas"]["ShadowDto"] | null;
            /** @description Whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky?: boolean;
            /**
             * @description How to choose a target. Default: failover.
             * @enum {string}
             */
            strategy?: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Models to use. Empty: the model that the request names. */
            targets?: components["schemas"]["TargetDto"][];
            /** @description Time limits that replace those of the provider. */
            timeouts?: components["schemas"]["RouteTimeoutsDto"];
            /** @description What to do with parameters that the models do not support. Null: the request is rejected. */
            unsupported_parameters?: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: uuid
             * @description The workspace of the request.
             */
            workspace_id: string;
        };
        RoutingDryRunView: {
            /** @description Most calls to providers for one request: the first one and the retries. */
            most_calls: number;
            /**
             * @description Always `routing_dry_run`.
             * @enum {string}
             */
            object: "routing_dry_run";
            /** @description The models, in the order in which they are most likely tried while all are healthy. Empty: the request would be rejected with 404. */
            targets: components["schemas"]["RoutedTargetView"][];
        };
        ScheduleDto: {
            /**
             * @description Minute, hour, day of the month, month, day of the week.
             * @example 0 9 * * MON
             */
            cron: string;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        ScimMappingView: {
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The SCIM group, which is a team. Its members are attributed to the team in the workspace.
             */
            group_id: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `scim_mapping`.
             * @enum {string}
             */
            object: "scim_mapping";
            /**
             * @description Their role in it.
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace in which the people of the group are members.
             */
            workspace_id: string;
        };
        ScimTokenView: {
            /**
             * Format: date-time
             * @description When it was issued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            last_used_at: string | null;
            /** @description Unique in the organization. */
            name: string;
            /**
             * @description Always `scim_token`.
             * @enum {string}
             */
            object: "scim_token";
            /** @description The prefix and the last four characters of the token. */
            token_hint: string;
        };
        SecretView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description What the secret is for. */
            description: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the workspace. Steps and tools use the secret by this name. */
            name: string;
            /**
             * @description Always `secret`.
             * @enum {string}
             */
            object: "secret";
            /**
             * Format: date-time
             * @description When the value or the description changed last.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        ServiceAccountView: {
            /** @description Null allows every model. An empty list allows none. */
            allowed_models: string[] | null;
            /** @description Null allows every provider. An empty list allows none. */
            allowed_providers: string[] | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description Whether the tokens of the account are rejected. */
            disabled: boolean;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `service_account`.
             * @enum {string}
             */
            object: "service_account";
            /**
             * @description What tokens of the account may do with knowledge: `viewer` reads, `editor` also changes.
             * @enum {string}
             */
            role: "viewer" | "editor";
            /**
             * Format: uuid
             * @description The workspace that it is in.
             */
            workspace_id: string;
        };
        SessionOrganizationView: {
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Products of the organization. */
            products: string[];
        };
        SessionPermissionsView: {
            /**
             * @description What the person may do in the organization as a whole, and so in each of its workspaces.
             * @example [
             *       "org.read"
             *     ]
             */
            organization: string[];
            /** @description One entry for each entry of `workspaces`. */
            workspaces: components["schemas"]["WorkspacePermissionsView"][];
        };
        SessionUserView: {
            /** @description The e-mail address. */
            email: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name of the person. */
            name: string;
            /**
             * @description The role in the organization.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
        };
        SessionView: {
            /**
             * Format: date-time
             * @description When the session ends at the latest.
             */
            expires_at: string;
            /**
             * @description Always `session`.
             * @enum {string}
             */
            object: "session";
            /** @description The person's organization. */
            organization: components["schemas"]["SessionOrganizationView"];
            /** @description What the person may do, as every route checks it. */
            permissions: components["schemas"]["SessionPermissionsView"];
            /** @description The person. */
            user: components["schemas"]["SessionUserView"];
            /** @description Workspaces that the person is a member of. */
            workspaces: components["schemas"]["SessionWorkspaceView"][];
        };
        SessionWorkspaceView: {
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name. */
            name: string;
            /**
             * @description Role of the person in the workspace.
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
        };
        SetHookDto: {
            /** @description Whether the newest secret so far is accepted too, until the next change. Default: false. */
            keep_previous?: boolean;
            /**
             * @description How deliveries are signed. Default: `standard`.
             * @enum {string}
             */
            scheme?: "standard" | "github" | "stripe";
            /** @description The secret that the sender signs with. Left out: one is generated and shown once. */
            secret?: string;
        };
        SetupDto: {
            /**
             * @description E-mail address with which the owner signs in.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Name of the owner.
             * @example Ada
             */
            name: string;
            /** @description At least 12 characters. */
            password: string;
            /** @description The setup token that the service printed at its start. */
            token: string;
        };
        ShadowDto: {
            /** @description Model that receives the copy. */
            model: string;
            /** @description Share of requests that are copied. */
            percent: number;
        };
        SignupDto: {
            /**
             * @description Name of the person.
             * @example Grace
             */
            name: string;
            /** @description At least 12 characters. */
            password: string;
            /** @description The token of the invitation. */
            token: string;
        };
        SsoView: {
            /** @description Where the identity provider sends people back to: its redirect address. Null without `server.public_base_url`. */
            callback_address: string | null;
            /** @description Whether people can sign in this way. */
            is_offered: boolean;
            /** @description The identity provider. Null: none is set. */
            issuer: string | null;
            /** @description Keys of gateway.yaml that have to be set before people can sign in this way. */
            missing: string[];
            /**
             * @description Always `sso`.
             * @enum {string}
             */
            object: "sso";
            /** @description Where a sign-in begins, for a dashboard of applications. Null without `server.public_base_url`. */
            start_address: string | null;
        };
        StartAgentRunDto: {
            /**
             * @description What the agent is asked.
             * @example Where is order 1042?
             */
            input: string;
            /** @description A version of the agent. Default: the newest. */
            version?: number;
            /** @description Seconds to wait for the end of the run. 0: the response has the run as it begins. Streams do not use it. Default: 55. */
            wait_seconds?: number;
        };
        StartedRunView: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            /**
             * @description Always `workflow.run`.
             * @enum {string}
             */
            object: "workflow.run";
        };
        StartEvalRunDto: {
            /** @description Requests at once at most. The run adapts to what providers take. Default: 16. */
            concurrency?: number;
            /** @description The run ends when its answers and judges have cost so many US dollars. Default: no limit. */
            max_cost_usd?: number;
            /**
             * Format: uuid
             * @description The suite.
             */
            suite_id: string;
        };
        StartRunDto: {
            /** @description Runs the draft: models are played by the simulator, nothing is sent, and waits are skipped. Default: false. */
            dry_run?: boolean;
            /**
             * @description What templates and expressions read as `input`.
             * @example {
             *       "name": "Ada"
             *     }
             */
            input?: Record<string, never> | null;
        };
        TargetDto: {
            /** @description A model of the workspace, by any of its names, or a virtual model. */
            model: string;
            /** @description Time limit, in milliseconds. */
            timeout_ms?: number;
            /** @description Share of the requests, relative to the other targets. Default: 1. */
            weight?: number;
        };
        TeamMemberView: {
            /**
             * Format: date-time
             * @description When the person joined the team.
             */
            created_at: string;
            /**
             * @description Always `team_member`.
             * @enum {string}
             */
            object: "team_member";
            /**
             * Format: uuid
             * @description The team.
             */
            team_id: string;
            /**
             * Format: uuid
             * @description The person.
             */
            user_id: string;
        };
        TeamView: {
            /** @description Null allows every model. An empty list allows none. */
            allowed_models: string[] | null;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the organization. */
            name: string;
            /**
             * @description Always `team`.
             * @enum {string}
             */
            object: "team";
            /** @description Requests per minute. 0: unlimited. */
            rpm_limit: number;
            /**
             * @description `config`: declared in `gateway.yaml`. Change it there.
             * @enum {string}
             */
            source: "config" | "database";
            /** @description Tokens per calendar month. 0: unlimited. */
            token_budget_monthly: number;
            /** @description Tokens per minute. 0: unlimited. */
            tpm_limit: number;
        };
        TimeoutsDto: {
            /** @description Milliseconds. How long a runtime may answer that it is loading the model. Default: 60000. */
            cold_start_ms?: number;
            /** @description Milliseconds. Until the connection is established. Default: 5000. */
            connect_ms?: number;
            /** @description Milliseconds. Until the first byte of a streamed answer. Default: 300000. */
            first_byte_ms?: number;
            /** @description Milliseconds. Silence within a stream. Default: 120000. */
            idle_ms?: number;
            /** @description Milliseconds. Until the whole of an answer that is not streamed. Default: 600000. */
            total_ms?: number;
        };
        UnsupportedParametersDto: {
            /** @description Parameters to remove from requests. The response lists removed ones in `X-Service-Adjusted`. */
            drop?: string[];
        };
        UpdateAgentDto: {
            /** @description What a run may use. */
            caps?: components["schemas"]["AgentCapsDto"];
            /** @description Whether credentials of the workspace can ask it as the model `agent/<name>` of POST /v1/chat/completions. Default: false. */
            chat_model?: boolean;
            /** @description Shown in lists. */
            description?: string;
            /** @description Document sets whose knowledge bases it searches too, as far as whoever runs the agent sees them. */
            docset_ids?: string[];
            /** @description What the agent is to do. Default: empty. */
            instructions?: string;
            /** @description Knowledge bases that the tool `search_knowledge` searches. */
            kb_ids?: string[];
            /** @description Tokens of each answer. Null: the model's default. */
            max_output_tokens?: number | null;
            /** @description Answers of the model in a run. Default: 10. */
            max_steps?: number;
            /** @description Whether credentials of the workspace can call it as a tool of the MCP gateway. Default: false. */
            mcp_tool?: boolean;
            /**
             * @description A chat model, by any of its names.
             * @example gpt-5-mini
             */
            model?: string;
            /**
             * @description Unique in the workspace.
             * @example order-desk
             */
            name?: string;
            /** @description Null: the model's default. */
            temperature?: number | null;
            /** @description What the model can call. */
            tools?: components["schemas"]["AgentToolDto"][];
        };
        UpdateCachePolicyDto: {
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Models whose responses are cached, by any of their names. Null: all models. */
            models?: string[] | null;
            /** @description Unique among the cache policies of the same scope. */
            name?: string;
            /** @description Teams that the policy applies to, by name. Renaming a team updates the list. Null: every caller. */
            teams?: string[] | null;
            /** @description Seconds for which a response is cached. Null: `cache.ttl_seconds` of gateway.yaml. */
            ttl_seconds?: number | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        UpdateChatSessionDto: {
            /**
             * Format: uuid
             * @description The last message of the branch that is shown from now on.
             */
            leaf_id?: string;
            /** @description Whether everybody in the workspace can read the conversation. */
            shared?: boolean;
            /** @description Shown in lists. */
            title?: string;
            /** @description Tools that the conversation offers to its models, 64 KiB of JSON in all. */
            tools?: components["schemas"]["ChatToolDto"][];
        };
        UpdateCredentialPolicyDto: {
            /** @description Whether tokens of virtual accounts may be issued without an expiry. */
            allow_non_expiring_vat?: boolean;
            /** @description Maximum lifetime of a PAT, in days. */
            max_pat_lifetime_days?: number;
            /** @description Maximum number of PATs per person. 0: no PATs can be issued. */
            max_pats_per_user?: number;
        };
        UpdateDocsetDto: {
            /** @description For people. */
            description?: string | null;
            /** @description Knowledge bases of the workspace. */
            kb_ids?: string[];
            /** @description Shown in lists. */
            name?: string;
            /** @description Teams whose callers see the set. Empty: everyone in the workspace. */
            team_ids?: string[];
        };
        UpdateEvalDatasetDto: {
            /** @description Shown in lists. */
            description?: string;
            /**
             * @description Unique in the workspace.
             * @example support-questions
             */
            name?: string;
        };
        UpdateEvalSuiteDto: {
            /**
             * Format: uuid
             * @description The run that scheduled runs are compared with. Null: the completed run before.
             */
            baseline_run_id?: string | null;
            /**
             * Format: uuid
             * @description The dataset.
             */
            dataset_id?: string;
            /** @description A version of the dataset. Null: the newest one when a run begins. */
            dataset_version?: number | null;
            /** @description Shown in lists. */
            description?: string;
            /** @description How answers are graded. An answer must pass them all. */
            graders?: components["schemas"]["EvalGraderDto"][];
            /**
             * @description Unique in the workspace.
             * @example nightly
             */
            name?: string;
            /** @description Answers for each case. Default: 1. */
            repeats?: number;
            /** @description When the suite runs by itself, with the rights of whoever sets this. Null: never. */
            schedule?: components["schemas"]["EvalScheduleDto"] | null;
            /** @description What is evaluated. */
            targets?: components["schemas"]["EvalTargetDto"][];
            /**
             * @description Where regressions of scheduled runs are sent. It is never shown. Null: `async.webhook_url` of gateway.yaml.
             * @example https://example.com/hooks/evals
             */
            webhook_url?: string | null;
        };
        UpdateGuardrailDto: {
            /** @description Settings of the kind, as in gateway.yaml. The whole value is replaced. Headers of kind http are encrypted and never returned. They do not change unless you send `config.headers`. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /**
             * @description Kind of check.
             * @enum {string}
             */
            kind?: "regex" | "keywords" | "pii" | "moderation" | "json_schema" | "max_tokens" | "prompt_injection" | "http";
            /**
             * @description Whether to block, or only to record. Default: enforce.
             * @enum {string}
             */
            mode?: "enforce" | "audit";
            /** @description Models that the guardrail applies to, by any of their names. Null: all models. */
            models?: string[] | null;
            /** @description Shown in errors and used by routing configs. Unique among the guardrails of the same scope. */
            name?: string;
            /**
             * @description Whether to check the request or the response. Default: before.
             * @enum {string}
             */
            phase?: "before" | "after";
            /** @description Teams that the guardrail applies to, by name. Renaming a team updates the list. Null: all teams. */
            teams?: string[] | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        UpdateKeyDto: {
            /**
             * @description When the budget is reset. Default: `monthly`.
             * @enum {string}
             */
            budget_reset_period?: "daily" | "weekly" | "monthly" | "never";
            /** @description Deprecated: US dollars in total. The same as `budget_usd_monthly` with the period `never`. */
            budget_usd?: number;
            /**
             * @description US dollars per budget period. 0 or left out: unlimited.
             * @example 50
             */
            budget_usd_monthly?: number;
            /**
             * Format: date-time
             * @description When the key expires. From then on it is rejected with 401 `key_expired`. Null: never.
             */
            expires_at?: string | null;
            /** @description Name for people. */
            name?: string;
            /**
             * @description Role on the control plane.
             * @enum {string}
             */
            role?: "member" | "editor" | "admin";
            /** @description Requests per minute. 0 or left out: unlimited. */
            rpm_limit?: number;
            /** @description Tokens per minute. 0 or left out: unlimited. */
            tpm_limit?: number;
        };
        UpdateKnowledgeBaseDto: {
            /** @description The model that documents are embedded with again. It is used when all of them are. */
            embedding_model?: string;
            /** @description Shown in lists. */
            name?: string;
        };
        UpdateMcpServerDto: {
            /** @description Teams and virtual accounts that may use the server. Null: all callers of the workspace. */
            access?: components["schemas"]["McpAccessDto"][] | null;
            /**
             * @description Whether tools wait for approval. `changes`: those whose description or schema changes. `all`: new ones too. Default: `changes`.
             * @enum {string}
             */
            approval?: "none" | "changes" | "all";
            /** @description Address of the API of an OpenAPI document, if it has none or another. */
            base_url?: string | null;
            /** @description Secret of the OAuth client. Never shown again; null removes it. */
            client_secret?: string | null;
            /** @description What the server is for. */
            description?: string | null;
            /** @description Whether the server is offered. Default: true. */
            enabled?: boolean;
            /**
             * @description Headers of every request to the server. Their values are secret. The whole set is replaced.
             * @example {
             *       "authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: unknown;
            } | null;
            /** @description OAuth client credentials, instead of a header `authorization`; replaced as a whole. */
            oauth?: components["schemas"]["McpOauthDto"] | null;
            /** @description Price of one call of a tool in US dollars. Default: 0. */
            price_per_call_usd?: number;
            /** @description Time limit of a call in milliseconds. Default: 60000. */
            timeout_ms?: number;
            /** @description Tools that are offered. Null: all of them. */
            tools?: string[] | null;
            /**
             * @description Address of the server (Streamable HTTP), or of the OpenAPI document. If you change the host, send the secrets again.
             * @example https://tickets.example.com/mcp
             */
            url?: string | null;
        };
        UpdateModelDto: {
            /** @description Model: other names of the model. */
            aliases?: string[];
            /** @description Model: capabilities that differ from those of the kind. The whole value is replaced. */
            capabilities?: components["schemas"]["CapabilitiesDto"] | null;
            /** @description Model: maximum tokens of prompt and response together. */
            context_window?: number | null;
            /** @description Model (required): the name that callers use. Unique in the workspace among logical names, aliases and virtual models. */
            logical_name?: string;
            /** @description Model: prices of media. The whole value is replaced. Null: none. */
            media_prices?: components["schemas"]["MediaPricesDto"] | null;
            /** @description Virtual model (required): the name that callers use. Unique in the workspace among logical names, aliases and virtual models. */
            name?: string;
            /** @description Model: prices of tokens. The whole value is replaced. Null: none. */
            prices?: components["schemas"]["PricesDto"] | null;
            /**
             * Format: uuid
             * @description Model (required): the provider of the workspace that serves the model.
             */
            provider_id?: string;
            /** @description Virtual model: retries of failed calls. */
            retry?: components["schemas"]["RetryDto"];
            /** @description Virtual model: copies some requests to another model. The response is only recorded. */
            shadow?: components["schemas"]["ShadowDto"] | null;
            /** @description Virtual model: whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky?: boolean;
            /**
             * @description Virtual model: how to choose a target. Default: failover.
             * @enum {string}
             */
            strategy?: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Virtual model (required): the targets, all of the same type. */
            targets?: components["schemas"]["TargetDto"][];
            /**
             * @description Model: the type of the model. The kind of provider must serve it. Default: chat.
             * @enum {string}
             */
            type?: "chat" | "completion" | "embedding" | "rerank" | "moderation" | "image" | "speech" | "transcription" | "realtime" | "decision";
            /** @description What to do with parameters that the model does not support. The whole value is replaced. Null: the request is rejected. */
            unsupported_parameters?: components["schemas"]["UnsupportedParametersDto"] | null;
            /** @description Model (required): name of the model at the provider. For azure-openai, the deployment. */
            upstream_model?: string;
            /**
             * @description Speech model: names of voices that callers use, each with the voice of the provider. The whole map is replaced. Null: the default voices.
             * @example {
             *       "alloy": "JBFqnCBsd6RMkjVDRZzb"
             *     }
             */
            voices?: {
                [key: string]: unknown;
            } | null;
        };
        UpdateOrganizationAccountDto: {
            /** @description Whether the tokens of the account are rejected. */
            disabled?: boolean;
            /** @description Unique in the organization. */
            name?: string;
            /**
             * @description What tokens of the account may do, in the organization and all its workspaces.
             * @example [
             *       "gateway.teams.manage"
             *     ]
             */
            permissions?: ("gateway.keys.read" | "gateway.keys.manage" | "gateway.teams.read" | "gateway.teams.manage" | "gateway.teammembers.manage" | "gateway.serviceaccounts.read" | "gateway.serviceaccounts.manage" | "gateway.providers.read" | "gateway.providers.manage" | "gateway.models.read" | "gateway.models.manage" | "gateway.routing.read" | "gateway.routing.manage" | "gateway.ratelimits.read" | "gateway.ratelimits.manage" | "gateway.guardrails.read" | "gateway.guardrails.manage" | "gateway.pii.read" | "gateway.pii.manage" | "gateway.cache.read" | "gateway.cache.manage" | "gateway.mcp.read" | "gateway.mcp.manage" | "gateway.workflows.read" | "gateway.workflows.run" | "gateway.workflows.manage" | "gateway.secrets.read" | "gateway.secrets.manage" | "gateway.agents.read" | "gateway.agents.manage" | "gateway.agents.run" | "gateway.agents.approve" | "gateway.evals.read" | "gateway.evals.run" | "gateway.evals.manage" | "gateway.budgets.read" | "gateway.budgets.manage" | "gateway.usage.read" | "gateway.audit.read" | "workspace.read" | "workspace.manage" | "workspace.members.read" | "workspace.members.manage" | "org.read" | "org.manage" | "org.workspaces.manage" | "org.members.read" | "org.members.manage" | "org.accounts.read" | "org.credentialpolicy.manage" | "org.usage.read")[];
        };
        UpdateOrganizationDto: {
            /** @description New name. */
            name?: string;
            /**
             * @description Time zone whose days reports show: an IANA name. Also of organizations of gateway.yaml.
             * @example Asia/Kolkata
             */
            reporting_zone?: string;
        };
        UpdateOrganizationMemberDto: {
            /**
             * @description Role in the organization. Only owners can assign the role owner.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
        };
        UpdatePiiPolicyDto: {
            /** @description Your own kinds of personal data, found by patterns and treated like the built-in entities. */
            custom_entities?: components["schemas"]["CustomEntityDto"][];
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Entities that count as personal data: email, phone, credit_card, iban, us_ssn, ip_address. Default: all of them. */
            entities?: string[];
            /**
             * @description What to do with personal data in requests. Default: off.
             * @enum {string}
             */
            input?: "off" | "redact" | "block";
            /** @description Name for people. */
            name?: string;
            /**
             * @description Redaction of responses: none, while they stream, or when they are complete. Default: off.
             * @enum {string}
             */
            output?: "off" | "stream" | "buffer";
            /** @description Replacement of the first e-mail address. Others use the same format. Default: [EMAIL_1]. */
            placeholder?: string;
            /** @description Whether the person's own values are restored in the response. Default: false. */
            restore?: boolean;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        UpdateProviderDto: {
            /** @description Secret, never shown again; null removes it. bedrock: id of the access key. An entry of gateway.yaml with neither this nor `api_key` uses the account of the machine. */
            access_key_id?: string | null;
            /** @description Secret, never shown again; null removes it. vertex: an access token that you renew yourself. */
            access_token?: string | null;
            /** @description Secret, never shown again; null removes it. API key of the provider. */
            api_key?: string | null;
            /** @description Several API keys, used in turn, instead of `api_key`. Secret. */
            api_keys?: string[] | null;
            /** @description azure-openai: version of its API. */
            api_version?: string | null;
            /**
             * @description Replaces the default scheme, host and path prefix of the kind. If you change the host, send the secrets again.
             * @example https://llm.example.com/v1
             */
            base_url?: string | null;
            /** @description openai-compatible, ollama, vllm: whether the runtime loads models on demand, so that "loading" is waited out. Default: true for ollama and vllm, false for openai-compatible. */
            cold_start?: boolean | null;
            /** @description Secret, never shown again; null removes it. vertex: a credentials file as JSON: of a service account or an authorized user, and in gateway.yaml also of a workload identity. An entry of gateway.yaml with neither this nor `access_token` uses the account of the machine. */
            credentials_json?: string | null;
            /**
             * @description Headers added to every request. Their values are secret. The whole set is replaced.
             * @example {
             *       "x-team": "research"
             *     }
             */
            headers?: {
                [key: string]: unknown;
            } | null;
            /** @description vertex (required): location of the endpoint, such as `europe-west4`, `eu` or `global`. */
            location?: string | null;
            /** @description Unique in the workspace. */
            name?: string;
            /** @description vertex (required): project id. Default: the `project_id` of `credentials_json`. */
            project?: string | null;
            /** @description bedrock (required): region of the endpoint. Default in gateway.yaml: that of AWS_REGION or AWS_DEFAULT_REGION. */
            region?: string | null;
            /** @description Secret, never shown again; null removes it. bedrock: secret of the access key. */
            secret_access_key?: string | null;
            /** @description Secret, never shown again; null removes it. bedrock: session token of a temporary access key. */
            session_token?: string | null;
            /** @description Time limits; replaced as a whole. */
            timeouts?: components["schemas"]["TimeoutsDto"] | null;
        };
        UpdateRateLimitDto: {
            /**
             * Format: uuid
             * @description Only requests with this API key, which must be bound to the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            api_key_id?: string | null;
            /**
             * @description Whether matching requests share one counter, or each of these identities has its own. Immutable. Default: shared.
             * @enum {string}
             */
            applies_per?: "shared" | "team" | "user" | "service_account" | "api_key";
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Only requests for this model, by any name that the workspace resolves. Immutable. */
            model?: string | null;
            /** @description Name for people. */
            name?: string;
            /** @description Requests per day. 0: unlimited. At least one limit must be set. */
            requests_per_day?: number;
            /** @description Requests per hour. 0: unlimited. At least one limit must be set. */
            requests_per_hour?: number;
            /** @description Requests per minute. 0: unlimited. At least one limit must be set. */
            requests_per_minute?: number;
            /**
             * @description Whether the policy applies to one workspace, or to every workspace of the organization, which requires the permission over the organization. Immutable. Default: workspace.
             * @enum {string}
             */
            scope?: "workspace" | "organization";
            /**
             * Format: uuid
             * @description Only requests of this virtual account of the workspace; not of scope `organization`. Fixed. At most one identity can be set.
             */
            service_account_id?: string | null;
            /**
             * Format: uuid
             * @description Only requests of this team. Fixed. At most one identity can be set.
             */
            team_id?: string | null;
            /** @description Tokens per day. 0: unlimited. At least one limit must be set. */
            tokens_per_day?: number;
            /** @description Tokens per hour. 0: unlimited. At least one limit must be set. */
            tokens_per_hour?: number;
            /** @description Tokens per minute. 0: unlimited. At least one limit must be set. */
            tokens_per_minute?: number;
            /**
             * Format: uuid
             * @description Only requests of this person, who must belong to the workspace. Fixed. At most one identity can be set.
             */
            user_id?: string | null;
            /**
             * Format: uuid
             * @description The workspace of one of scope `workspace`; needed where the credential reaches several. Fixed.
             */
            workspace_id?: string | null;
        };
        UpdateRoutingConfigDto: {
            /** @description Response cache of the config. Null: the cache policies apply. */
            cache?: components["schemas"]["RouteCacheDto"] | null;
            /** @description Whether the policy applies. False pauses it. Default: true. */
            enabled?: boolean;
            /** @description Guardrails that apply in addition to the matching ones. */
            guardrails?: string[];
            /** @description Name that callers send in `X-Service-Config`. Unique among the routing configs of the same scope. */
            name?: string;
            /** @description Retries of failed calls. */
            retry?: components["schemas"]["RetryDto"];
            /** @description Copies some requests to another model. The response is only recorded. Null: none. */
            shadow?: components["schemas"]["ShadowDto"] | null;
            /** @description Whether `X-Session-Id` keeps a session on one target. Default: true. */
            sticky?: boolean;
            /**
             * @description How to choose a target. Default: failover.
             * @enum {string}
             */
            strategy?: "failover" | "weighted" | "least_latency" | "least_busy";
            /** @description Models to use. Empty: the model that the request names. */
            targets?: components["schemas"]["TargetDto"][];
            /** @description Time limits that replace those of the provider. */
            timeouts?: components["schemas"]["RouteTimeoutsDto"];
            /** @description What to do with parameters that the models do not support. Null: the request is rejected. */
            unsupported_parameters?: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: uuid
             * @description Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.
             */
            workspace_id?: string | null;
        };
        UpdateScimMappingDto: {
            /**
             * Format: uuid
             * @description Id of the SCIM group, which is the id of its team.
             */
            group_id?: string;
            /**
             * @description Their role in it.
             * @example editor
             * @enum {string}
             */
            role?: "admin" | "editor" | "viewer";
            /**
             * Format: uuid
             * @description The workspace in which the people of the group become members.
             */
            workspace_id?: string;
        };
        UpdateSecretDto: {
            /** @description What the secret is for. */
            description?: string | null;
            /** @description The value. It is never shown again. */
            value?: string;
        };
        UpdateServiceAccountDto: {
            /**
             * @description Models that tokens of the account may use, by any of their names. Null allows every model. An empty list allows none.
             * @example [
             *       "gpt-4o"
             *     ]
             */
            allowed_models?: string[] | null;
            /**
             * @description Providers that tokens of the account may use, by name or kind. Null allows every provider. An empty list allows none.
             * @example [
             *       "openai"
             *     ]
             */
            allowed_providers?: string[] | null;
            /** @description Whether the tokens of the account are rejected. */
            disabled?: boolean;
            /** @description Unique in the workspace. */
            name?: string;
            /**
             * @description What tokens of the account may do with knowledge bases and document sets of the workspace: read, or also change. Default: `viewer`.
             * @enum {string}
             */
            role?: "viewer" | "editor";
        };
        UpdateTeamDto: {
            /**
             * @description Models that callers of the team may use, by any of their names. Null allows every model. An empty list allows none.
             * @example [
             *       "gpt-4o"
             *     ]
             */
            allowed_models?: string[] | null;
            /** @description Unique in the organization, regardless of case. Claims of identity providers map to it. */
            name?: string;
            /** @description Requests per minute. 0: unlimited. */
            rpm_limit?: number;
            /** @description Tokens per calendar month. 0: unlimited. */
            token_budget_monthly?: number;
            /** @description Tokens per minute. 0: unlimited. */
            tpm_limit?: number;
        };
        UpdateUserDto: {
            /** @description If false, the person's sessions end at once and their PATs are rejected. */
            active?: boolean;
            /** @description Name of the person. */
            name?: string;
            /**
             * @description Role in the organization. Only owners can assign the role owner.
             * @enum {string}
             */
            role?: "owner" | "org_admin" | "org_member";
        };
        UpdateWorkflowDto: {
            /** @description The draft: a graph of steps. It may have problems, which only publication refuses. */
            definition?: {
                [key: string]: unknown;
            };
            /** @description What the workflow does. */
            description?: string | null;
            /** @description Whether the schedule and the hook start it. */
            enabled?: boolean;
            /** @description Unique in the workspace. */
            name?: string;
            /** @description When it runs by itself. Null: never. */
            schedule?: components["schemas"]["ScheduleDto"] | null;
        };
        UpdateWorkspaceDto: {
            /** @description Unique in the organization. */
            name?: string;
        };
        UsagePointView: {
            /**
             * Format: date-time
             * @description When the point begins.
             */
            at: string;
            /** @description Requests answered from the response cache. */
            cache_hits: number;
            /** @description Requests for which the response cache had no answer. */
            cache_misses: number;
            /** @description Those whose client left. */
            cancelled_requests: number;
            /** @description Completion tokens. */
            completion_tokens: number;
            /** @description US dollars, for requests whose models have a price. */
            cost_usd: number;
            /**
             * @description The day in the reporting zone, of points of one day.
             * @example 2027-01-31
             */
            day: string | null;
            /** @description Duration of the requests, from a histogram. Null if unknown or not asked for. */
            duration_ms: components["schemas"]["PercentilesView"] | null;
            /** @description Those that failed. */
            failed_requests: number;
            /** @description Prompt tokens. */
            prompt_tokens: number;
            /** @description Those that were refused. */
            refused_requests: number;
            /** @description Number of requests, with any outcome. */
            requests: number;
            /** @description Time to the first byte, from a histogram. Null if unknown or not asked for. */
            time_to_first_byte_ms: components["schemas"]["PercentilesView"] | null;
            /** @description Sum of both. */
            total_tokens: number;
        };
        UsageSeriesRowView: {
            /** @description Latest name of the team or key. */
            name: string | null;
            /** @description Every point of the range, in order. */
            points: components["schemas"]["UsagePointView"][];
            /** @description The whole range. Its counts and cost are the sums of the points. */
            total: components["schemas"]["UsageSumsView"];
            /** @description Model, kind of provider, id of the team or key, or error code. Empty: unknown. Null: all that are beyond `top`, or the only series. */
            value: string | null;
        };
        UsageSeriesView: {
            /** @description First day. */
            from: string;
            /**
             * @description What tells the series apart.
             * @enum {string|null}
             */
            group_by: "model" | "provider" | "team" | "key" | "error_code" | null;
            /**
             * @description Always `usage_series`.
             * @enum {string}
             */
            object: "usage_series";
            /** @description The series, most requests first. */
            series: components["schemas"]["UsageSeriesRowView"][];
            /** @description Length of a point. */
            step: string;
            /** @description Last day, inclusive. */
            to: string;
            /**
             * @description The time zone whose days these are.
             * @example Asia/Kolkata
             */
            zone: string;
        };
        UsageSumsView: {
            /** @description Requests answered from the response cache. */
            cache_hits: number;
            /** @description Requests for which the response cache had no answer. */
            cache_misses: number;
            /** @description Those whose client left. */
            cancelled_requests: number;
            /** @description Completion tokens. */
            completion_tokens: number;
            /** @description US dollars, for requests whose models have a price. */
            cost_usd: number;
            /** @description Duration of the requests, from a histogram. Null if unknown or not asked for. */
            duration_ms: components["schemas"]["PercentilesView"] | null;
            /** @description Those that failed. */
            failed_requests: number;
            /** @description Prompt tokens. */
            prompt_tokens: number;
            /** @description Those that were refused. */
            refused_requests: number;
            /** @description Number of requests, with any outcome. */
            requests: number;
            /** @description Time to the first byte, from a histogram. Null if unknown or not asked for. */
            time_to_first_byte_ms: components["schemas"]["PercentilesView"] | null;
            /** @description Sum of both. */
            total_tokens: number;
        };
        UsageView: {
            /** @description Seconds of sound, as providers report them. */
            audio_seconds: number;
            /** @description Prompt tokens read from provider caches. */
            cached_tokens: number;
            /** @description Those whose client left. */
            cancelled_requests: number;
            /** @description Unicode code points of the text that was spoken. */
            characters: number;
            /** @description Completion tokens. */
            completion_tokens: number;
            /** @description US dollars, for requests whose models have a price. */
            cost_usd: number;
            /**
             * @description The day, in UTC.
             * @example 2027-01-31
             */
            day: string | null;
            /** @description Those that failed. */
            failed_requests: number;
            /** @description Images that were made. */
            images: number;
            /** @description Name. */
            key: string | null;
            /**
             * Format: uuid
             * @description The key or token. Also null for a key of gateway.yaml.
             */
            key_id: string | null;
            /** @description The model, by its configured name. */
            model: string | null;
            /**
             * @description Always `usage`.
             * @enum {string}
             */
            object: "usage";
            /** @description Prompt tokens. */
            prompt_tokens: number;
            /** @description Kind of the provider that served the request. */
            provider: string | null;
            /** @description Completion tokens used for reasoning. */
            reasoning_tokens: number;
            /** @description Those that were refused. */
            refused_requests: number;
            /** @description Number of requests, with any outcome. */
            requests: number;
            /**
             * Format: uuid
             * @description The virtual account behind a token.
             */
            service_account_id: string | null;
            /** @description Name. */
            team: string | null;
            /**
             * Format: uuid
             * @description The team.
             */
            team_id: string | null;
            /** @description Sum of both. */
            total_tokens: number;
            /**
             * Format: uuid
             * @description The person behind a token, or the owner of a key.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The workspace; null also for what came by way of none.
             */
            workspace_id: string | null;
        };
        UserSessionView: {
            /**
             * Format: date-time
             * @description When the person signed in.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the session ends at the latest. It ends earlier if it is idle for too long.
             */
            expires_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about a minute.
             */
            last_seen_at: string;
            /**
             * @description Always `user_session`.
             * @enum {string}
             */
            object: "user_session";
        };
        UserView: {
            /** @description If false, the person is signed out everywhere and their PATs are rejected. */
            active: boolean;
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description E-mail address, in lower case. Unique in the organization. */
            email: string;
            /** @description Whether the person can sign in with a password. */
            has_password: boolean;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name of the person. */
            name: string;
            /**
             * @description Always `user`.
             * @enum {string}
             */
            object: "user";
            /**
             * @description The role in the organization.
             * @enum {string}
             */
            role: "owner" | "org_admin" | "org_member";
            /** @description Whether a SCIM client keeps the account up to date. */
            scim_managed: boolean;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
        };
        VirtualModelView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Name that callers use. */
            name: string;
            /**
             * @description Always `virtual_model`.
             * @enum {string}
             */
            object: "virtual_model";
            /** @description Retries of failed calls. */
            retry: components["schemas"]["RetryDto"];
            /** @description A copy of some requests. */
            shadow: components["schemas"]["ShadowDto"] | null;
            /** @description Whether `X-Session-Id` keeps a session on one target. */
            sticky: boolean;
            /** @description How to choose a target. */
            strategy: string;
            /** @description Models that the name routes to. */
            targets: components["schemas"]["TargetDto"][];
            /** @description Type of the targets. */
            type: string;
            /** @description What to do with parameters that the model does not support. Null: the request is rejected. */
            unsupported_parameters: components["schemas"]["UnsupportedParametersDto"] | null;
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        WaitingCallView: {
            /**
             * Format: uuid
             * @description The agent of that run.
             */
            agent_id: string;
            /** @description Arguments, as JSON. */
            arguments: string;
            /** @description Place in that run. */
            position: number;
            /**
             * Format: uuid
             * @description The run.
             */
            run_id: string;
            /** @description The tool. */
            tool: string;
        };
        WebhooksView: {
            /**
             * Format: date-time
             * @description Since when the oldest of them waits.
             */
            oldest_pending_at: string | null;
            /** @description Deliveries that wait, at most 10,000. */
            pending: number;
        };
        WorkflowCheckView: {
            /**
             * @description Always `workflow.check`.
             * @enum {string}
             */
            object: "workflow.check";
            /** @description The problems, at most 50. */
            problems: components["schemas"]["WorkflowProblemView"][];
            /** @description Whether the definition can be published. */
            valid: boolean;
        };
        WorkflowFailureView: {
            /**
             * @description Machine-readable reason.
             * @example http_status
             */
            code: string;
            /** @description What happened, for a person. */
            message: string;
        };
        WorkflowHookView: {
            /**
             * @description Path of the hook, at the address of this service.
             * @example /hooks/0190…
             */
            path: string;
            /**
             * @description How deliveries are signed. `standard`: Standard Webhooks, or `X-Hub-Signature-256`. `github`: `X-Hub-Signature-256` only. `stripe`: `Stripe-Signature`.
             * @enum {string}
             */
            scheme: "standard" | "github" | "stripe";
            /** @description The last characters of each secret that is accepted, the newest first. */
            secret_hints: string[];
        };
        WorkflowProblemView: {
            /** @description What is wrong. */
            message: string;
            /** @description Id of the step. Null: the workflow as a whole. */
            node: string | null;
            /**
             * @description Where it is in the definition.
             * @example nodes[0].url
             */
            path: string;
        };
        WorkflowRunSummaryView: {
            /**
             * Format: date-time
             * @description When the run was asked for.
             */
            created_at: string;
            /** @description Whether models are played by the simulator and nothing is sent. */
            dry_run: boolean;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /**
             * @description Always `workflow.run`.
             * @enum {string}
             */
            object: "workflow.run";
            /** @description The step from which that run is repeated. Null: from the beginning. */
            rerun_from: string | null;
            /**
             * Format: uuid
             * @description The run that this one repeats. Null: none.
             */
            rerun_of: string | null;
            /**
             * Format: date-time
             * @description When a worker began with it.
             */
            started_at: string | null;
            /** @description Who started the run. */
            started_by: string | null;
            /**
             * @description How far the run is.
             * @enum {string}
             */
            status: "pending" | "running" | "succeeded" | "failed" | "cancelled";
            /**
             * @description What started the run.
             * @enum {string}
             */
            trigger: "manual" | "schedule" | "hook" | "subworkflow" | "rerun";
            /** @description The version that runs. Null: the draft, in a dry run. */
            version: number | null;
            /**
             * Format: uuid
             * @description The workflow.
             */
            workflow_id: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        WorkflowRunView: {
            /**
             * Format: date-time
             * @description When the run was asked for.
             */
            created_at: string;
            /** @description Whether models are played by the simulator and nothing is sent. */
            dry_run: boolean;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string | null;
            /** @description Why it failed. Null: it has not. */
            error: components["schemas"]["WorkflowFailureView"] | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description What the run was started with. */
            input: Record<string, never> | null;
            /**
             * @description Always `workflow.run`.
             * @enum {string}
             */
            object: "workflow.run";
            /** @description What the run put out. Null until it has succeeded. */
            output: Record<string, never> | null;
            /** @description The step from which that run is repeated. Null: from the beginning. */
            rerun_from: string | null;
            /**
             * Format: uuid
             * @description The run that this one repeats. Null: none.
             */
            rerun_of: string | null;
            /**
             * Format: date-time
             * @description When a worker began with it.
             */
            started_at: string | null;
            /** @description Who started the run. */
            started_by: string | null;
            /**
             * @description How far the run is.
             * @enum {string}
             */
            status: "pending" | "running" | "succeeded" | "failed" | "cancelled";
            /**
             * @description What started the run.
             * @enum {string}
             */
            trigger: "manual" | "schedule" | "hook" | "subworkflow" | "rerun";
            /** @description The version that runs. Null: the draft, in a dry run. */
            version: number | null;
            /**
             * Format: uuid
             * @description The workflow.
             */
            workflow_id: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        WorkflowScheduleView: {
            /**
             * @description Minute, hour, day of the month, month and day of the week.
             * @example 0 9 * * MON-FRI
             */
            cron: string;
            /**
             * Format: date-time
             * @description When it is due next. Null while the workflow is disabled or not published.
             */
            next_run_at: string | null;
            /**
             * @description The time zone, as a name of the IANA database.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        WorkflowStepView: {
            /** @description Number of attempts. */
            attempts: number;
            /** @description The branch that was taken. Null: that without a name. */
            branch: string | null;
            /** @description Who decided it. */
            decided_by: string | null;
            /** @description What a person decided: `approved` or `rejected`. Null: nothing. */
            decision: string | null;
            /**
             * Format: date-time
             * @description When it is looked at next, for one that waits or is tried again.
             */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string | null;
            /** @description Why its last attempt failed. */
            error: components["schemas"]["WorkflowFailureView"] | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description What the step was given. Secrets are shown by their names. */
            input: Record<string, never> | null;
            /** @description Number of the item of a `map` step, from 0. Null: the step itself. */
            iteration: number | null;
            /** @description Id of the step in the definition. */
            node: string;
            /**
             * @description Always `workflow.step`.
             * @enum {string}
             */
            object: "workflow.step";
            /** @description What the step put out. */
            output: Record<string, never> | null;
            /**
             * Format: date-time
             * @description When its first attempt began.
             */
            started_at: string | null;
            /**
             * @description How far the step is. `waiting`: for a time, a person, items or another run.
             * @enum {string}
             */
            status: "pending" | "running" | "waiting" | "succeeded" | "failed" | "skipped" | "cancelled";
        };
        WorkflowVersionView: {
            /** @description The graph of steps. */
            definition: {
                [key: string]: unknown;
            };
            /**
             * @description Always `workflow.version`.
             * @enum {string}
             */
            object: "workflow.version";
            /**
             * Format: date-time
             * @description When it was published.
             */
            published_at: string;
            /** @description Who published it. */
            published_by: string | null;
            /** @description Number of the version, from 1. */
            version: number;
        };
        WorkflowView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /** @description The draft: a graph of steps. Runs use the published version. */
            definition: {
                [key: string]: unknown;
            };
            /** @description What the workflow does. */
            description: string | null;
            /** @description Whether the schedule and the hook start it. People can always start it. */
            enabled: boolean;
            /** @description How requests start it. Null: not at all. */
            hook: components["schemas"]["WorkflowHookView"] | null;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * @description Always `workflow`.
             * @enum {string}
             */
            object: "workflow";
            /** @description The version that runs. Null: none was published. */
            published_version: number | null;
            /** @description Grows with each change of the draft. */
            revision: number;
            /** @description When it runs by itself. Null: never. */
            schedule: components["schemas"]["WorkflowScheduleView"] | null;
            /**
             * Format: date-time
             * @description When the resource was changed last.
             */
            updated_at: string;
            /**
             * Format: uuid
             * @description The workspace that it belongs to.
             */
            workspace_id: string;
        };
        WorkspaceMemberView: {
            /**
             * Format: date-time
             * @description When the person became a member.
             */
            created_at: string;
            /** @description The person's e-mail address. */
            email: string;
            /**
             * @description `scim`: only SCIM mappings give this membership, and taking it away by hand is refused.
             * @enum {string}
             */
            managed_by: "person" | "scim";
            /** @description Name of the person. */
            name: string;
            /**
             * @description Always `workspace_member`.
             * @enum {string}
             */
            object: "workspace_member";
            /**
             * @description Role of the person in the workspace.
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
            /**
             * Format: uuid
             * @description Team that the person's sessions and PATs in this workspace are attributed to.
             */
            team_id: string | null;
            /**
             * Format: date-time
             * @description Only of a membership whose team the person has lost: when. The person has no model access in the workspace until `team_id` is set again, to a team or to null.
             */
            team_removed_at?: string;
            /**
             * Format: uuid
             * @description The person.
             */
            user_id: string;
            /**
             * Format: uuid
             * @description The workspace.
             */
            workspace_id: string;
        };
        WorkspacePermissionsView: {
            /**
             * Format: uuid
             * @description The workspace.
             */
            id: string;
            /** @description What the person may do in this workspace, including what the organization role grants. */
            permissions: string[];
        };
        WorkspaceView: {
            /**
             * Format: date-time
             * @description When the resource was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Unique identifier.
             */
            id: string;
            /** @description Unique in the organization. */
            name: string;
            /**
             * @description Always `workspace`.
             * @enum {string}
             */
            object: "workspace";
            /**
             * Format: date-time
             * @description When the resource was last changed.
             */
            updated_at: string;
        };
        WriteMemberDto: {
            /**
             * @description Role of the person in the workspace.
             * @enum {string}
             */
            role: "admin" | "editor" | "viewer";
            /**
             * Format: uuid
             * @description A team of the person, to which the person's sessions and PATs in the workspace are attributed. Null: explicitly none, so that no team restricts the person here. Left out: as before; none for a new member.
             */
            team_id?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "Root.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Audit.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only requests to this endpoint. */
                endpoint?: string;
                /** @description Only requests that arrived at or after this time. */
                from?: string;
                /** @description Only requests of this key or token (id). */
                key?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only requests for this model: the resolved name, or the requested name if it did not resolve. */
                model?: string;
                /** @description Only requests with this outcome. */
                outcome?: "success" | "refused" | "failed" | "cancelled";
                /** @description Only requests served by this kind of provider. */
                provider?: string;
                /** @description Only requests with this `X-Request-Id`. Several requests can have the same one. */
                request_id?: string;
                /** @description Only requests with this HTTP status. */
                status?: number;
                /** @description Only requests of this team (id or name). */
                team?: string;
                /** @description Only requests that arrived before this time. */
                to?: string;
                /** @description Only requests of this person: the owner of the token or key. */
                user_id?: string;
                /** @description Only requests of this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditRecordView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Audit.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Audit.findPayload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPayloadView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Audit.export": {
        parameters: {
            query?: {
                /** @description Only requests to this endpoint. */
                endpoint?: string;
                /** @description Comma-separated values (the default), or one JSON object per line. */
                format?: "csv" | "ndjson";
                /** @description Only requests that arrived at or after this time. */
                from?: string;
                /** @description Only requests of this key or token (id). */
                key?: string;
                /** @description Only requests for this model: the resolved name, or the requested name if it did not resolve. */
                model?: string;
                /** @description Only requests with this outcome. */
                outcome?: "success" | "refused" | "failed" | "cancelled";
                /** @description Only requests served by this kind of provider. */
                provider?: string;
                /** @description Only requests with this `X-Request-Id`. Several requests can have the same one. */
                request_id?: string;
                /** @description Only requests with this HTTP status. */
                status?: number;
                /** @description Only requests of this team (id or name). */
                team?: string;
                /** @description Only requests that arrived before this time. */
                to?: string;
                /** @description Only requests of this person: the owner of the token or key. */
                user_id?: string;
                /** @description Only requests of this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records, one per line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Budgets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only budgets of keys, or only budgets of teams. */
                scope?: "api_key" | "team";
                /** @description Only the budget of this team, and those of its keys. */
                team_id?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BudgetView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Budgets.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BudgetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Changes.list": {
        parameters: {
            query?: {
                /** @description Only changes with this action. */
                action?: string;
                /** @description Only changes by this actor: the id of a person, key, virtual account or token. */
                actor_id?: string;
                /** @description Only changes by actors of this type. */
                actor_type?: "user" | "api_key" | "service_account" | "scim" | "operator" | "system";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only changes at or after this time. */
                from?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at";
                /** @description Only changes of resources whose name begins with this text, in upper or lower case. */
                q?: string;
                /** @description Only changes of the resource with this id. */
                target_id?: string;
                /** @description Only changes of resources of this type. */
                target_type?: string;
                /** @description Only changes before this time. */
                to?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChangeView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Deployment.find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocsetView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDocsetDto"];
            };
        };
        responses: {
            /** @description The new document set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDocsetDto"];
            };
        };
        responses: {
            /** @description The updated document set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. Its knowledge bases stay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AdminDocsets.query": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeQueryDto"];
            };
        };
        responses: {
            /** @description The chunks that fit best. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResultsView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Explain.find": {
        parameters: {
            query: {
                /** @description `X-Request-Id` of the response. If several requests have it, the last one is explained. */
                request_id: string;
                /** @description Only requests of this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "CachePolicies.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false. */
                include_organization?: "true" | "false";
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CachePolicyView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "CachePolicies.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCachePolicyDto"];
            };
        };
        responses: {
            /** @description The new policy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CachePolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "CachePolicies.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CachePolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "CachePolicies.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "CachePolicies.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCachePolicyDto"];
            };
        };
        responses: {
            /** @description The updated policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CachePolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RequestDryRuns.tryCache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CacheDryRunDto"];
            };
        };
        responses: {
            /** @description What the cache does with the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheDryRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Guardrails.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false. */
                include_organization?: "true" | "false";
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GuardrailView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Guardrails.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGuardrailDto"];
            };
        };
        responses: {
            /** @description The new guardrail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Guardrails.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Guardrails.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Guardrails.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGuardrailDto"];
            };
        };
        responses: {
            /** @description The updated guardrail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "DryRuns.tryGuardrail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuardrailDryRunDto"];
            };
        };
        responses: {
            /** @description What the guardrail says. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardrailDryRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PiiPolicies.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false. */
                include_organization?: "true" | "false";
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PiiPolicyView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PiiPolicies.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePiiPolicyDto"];
            };
        };
        responses: {
            /** @description The new policy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PiiPolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PiiPolicies.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PiiPolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PiiPolicies.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "PiiPolicies.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePiiPolicyDto"];
            };
        };
        responses: {
            /** @description The updated policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PiiPolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "DryRuns.tryPii": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PiiDryRunDto"];
            };
        };
        responses: {
            /** @description What becomes of the texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PiiDryRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RateLimits.list": {
        parameters: {
            query?: {
                /** @description Only policies for this API key. */
                api_key_id?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false. */
                include_organization?: "true" | "false";
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only policies for this model, by its logical name. */
                model?: string;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only policies of this scope. */
                scope?: "workspace" | "organization";
                /** @description Only policies for this virtual account. */
                service_account_id?: string;
                /** @description Only policies for this team. */
                team_id?: string;
                /** @description Only policies for this person. */
                user_id?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RateLimitView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RateLimits.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRateLimitDto"];
            };
        };
        responses: {
            /** @description The new policy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RateLimits.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RateLimits.replace": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceRateLimitDto"];
            };
        };
        responses: {
            /** @description The updated policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RateLimits.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RateLimits.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRateLimitDto"];
            };
        };
        responses: {
            /** @description The updated policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RequestDryRuns.tryRateLimits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateLimitDryRunDto"];
            };
        };
        responses: {
            /** @description The limits of the matching policies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitDryRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only keys of this team (name or id). */
                team?: string;
                /** @description Only keys that this person owns. */
                user_id?: string;
                /** @description Only keys that are bound to this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeyView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            /** @description The new key, with its plaintext, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyDto"];
            };
        };
        responses: {
            /** @description The updated key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is disabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Keys.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateDto"];
            };
        };
        responses: {
            /** @description The key with its new plaintext. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["McpServerView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.create": {
        parameters: {
            query?: {
                /** @description The workspace. */
                workspace_id?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMcpServerDto"];
            };
        };
        responses: {
            /** @description The new MCP server. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServerView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServerView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "McpServers.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMcpServerDto"];
            };
        };
        responses: {
            /** @description The updated MCP server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServerView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "McpServers.listTools": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["McpToolView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.approve": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveToolsDto"];
            };
        };
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["McpToolView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "McpServers.reject": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectToolsDto"];
            };
        };
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["McpToolView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Models.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only models, or only virtual ones. */
                object?: "model" | "virtual_model";
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only models of this provider. */
                provider_id?: string;
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only models of this type. */
                type?: "chat" | "completion" | "embedding" | "rerank" | "moderation" | "image" | "speech" | "transcription" | "realtime" | "decision";
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["ModelView"] | components["schemas"]["VirtualModelView"])[];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Models.create": {
        parameters: {
            query?: {
                /** @description The workspace. */
                workspace_id?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelDto"];
            };
        };
        responses: {
            /** @description The new model. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelView"] | components["schemas"]["VirtualModelView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Models.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelView"] | components["schemas"]["VirtualModelView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Models.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Models.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateModelDto"];
            };
        };
        responses: {
            /** @description The updated model. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelView"] | components["schemas"]["VirtualModelView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ProviderKinds.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderKindView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Providers.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Providers.create": {
        parameters: {
            query?: {
                /** @description The workspace. */
                workspace_id?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProviderDto"];
            };
        };
        responses: {
            /** @description The new provider. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Providers.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Providers.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Providers.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProviderDto"];
            };
        };
        responses: {
            /** @description The updated provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Providers.listModels": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. A failure of the provider is also reported here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderModelsView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Providers.test": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of the call. A failure of the provider is also reported here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderTestView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RoutingConfigs.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description With `workspace_id`: whether to also list the policies of the organization, which apply in the workspace too, if you can read them. Default: false. */
                include_organization?: "true" | "false";
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RoutingConfigView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RoutingConfigs.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoutingConfigDto"];
            };
        };
        responses: {
            /** @description The new routing config. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingConfigView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RoutingConfigs.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingConfigView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "RoutingConfigs.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RoutingConfigs.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoutingConfigDto"];
            };
        };
        responses: {
            /** @description The updated routing config. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingConfigView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "RequestDryRuns.tryRouting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingDryRunDto"];
            };
        };
        responses: {
            /** @description The models, and who of them is tried first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingDryRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ServiceAccounts.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccountView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ServiceAccounts.create": {
        parameters: {
            query?: {
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountDto"];
            };
        };
        responses: {
            /** @description The new account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ServiceAccounts.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ServiceAccounts.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ServiceAccounts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceAccountDto"];
            };
        };
        responses: {
            /** @description The updated account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AccountTokens.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountTokenView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AccountTokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccountTokenDto"];
            };
        };
        responses: {
            /** @description The new token, with its plaintext, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccountTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AccountTokens.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AccountTokens.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateAccountTokenDto"];
            };
        };
        responses: {
            /** @description The token with its new plaintext. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccountTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamDto"];
            };
        };
        responses: {
            /** @description The new team. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeamDto"];
            };
        };
        responses: {
            /** @description The updated team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.listMembers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TeamMemberView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.addMember": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is in the team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Teams.removeMember": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Usage.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description First day, in UTC. Default: the first day of this month. */
                from?: string;
                /** @description Dimensions to group by, separated by commas: day, workspace, team, key, user, model, provider. */
                group_by?: string;
                /** @description Only requests of this key or token (id). */
                key?: string;
                /** @description Maximum number of results. Default: 100. */
                limit?: number;
                /** @description Only requests for this model, by its configured name. */
                model?: string;
                /** @description Only requests served by this kind of provider. */
                provider?: string;
                /** @description Only requests of this team (id or name). */
                team?: string;
                /** @description Last day, inclusive, in UTC. Default: today. */
                to?: string;
                /** @description Only requests of this person: the owner of the token or key. */
                user_id?: string;
                /** @description Only requests of this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsageView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Usage.listSeries": {
        parameters: {
            query?: {
                /** @description First day, in the reporting zone of the organization. Default: 29 days before `to`. */
                from?: string;
                /** @description One series for each of these. Default: one series in all. */
                group_by?: "model" | "provider" | "team" | "key" | "error_code";
                /** @description Whether to return percentiles. They take longer to read. Default: `false`. */
                percentiles?: "true" | "false";
                /** @description Length of a point. At most 8 days of `15m`, 62 of `1h`, 400 of `1d`. Default: `1d`. */
                step?: "15m" | "1h" | "1d";
                /** @description Last day, inclusive, in the reporting zone. Default: today. */
                to?: string;
                /** @description Maximum number of series. All others are summed in one more series. Default: 10. */
                top?: number;
                /** @description With `group_by`: only the series with this `value`, such as one model. */
                value?: string;
                /** @description Only requests of this workspace. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageSeriesView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Users.list": {
        parameters: {
            query?: {
                /** @description Only active or only inactive people. */
                active?: "true" | "false";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only the person with this e-mail address. */
                email?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only people with this role. */
                role?: "owner" | "org_admin" | "org_member";
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Users.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Users.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Users.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserDto"];
            };
        };
        responses: {
            /** @description The updated account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Users.resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordDto"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.listSessions": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserSessionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.endSessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.endSession": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.listTokens": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalTokenView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.removeTokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "UserAccess.removeToken": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workspaces.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workspaces.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceDto"];
            };
        };
        responses: {
            /** @description The new workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workspaces.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workspaces.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workspaces.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspaceDto"];
            };
        };
        responses: {
            /** @description The workspace as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Members.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkspaceMemberView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Members.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteMemberDto"];
            };
        };
        responses: {
            /** @description The membership of the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceMemberView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Signup.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInviteDto"];
            };
        };
        responses: {
            /** @description The account is created and signed in. The response sets a new session cookie. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Auth.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginDto"];
            };
        };
        responses: {
            /** @description Signed in. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Auth.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Auth.changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordDto"];
            };
        };
        responses: {
            /** @description The password is changed, and a new cookie is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Auth.session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OwnSessions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnSessionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OwnSessions.endOthers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OwnSessions.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Auth.setUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupDto"];
            };
        };
        responses: {
            /** @description The owner is created and signed in. The response sets the session cookie. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Signup.signUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupDto"];
            };
        };
        responses: {
            /** @description The account is created and signed in. The response sets the session cookie. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Sso.callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. Sets the session cookie and redirects to `return_to`. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Sso.start": {
        parameters: {
            query?: {
                /** @description Path to open after the sign-in. Default: /ui. */
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the identity provider. A cookie binds the sign-in to the browser. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PersonalTokens.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalTokenView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PersonalTokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePersonalTokenDto"];
            };
        };
        responses: {
            /** @description The new token, with its plaintext, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedPersonalTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PersonalTokens.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "PersonalTokens.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotatePersonalTokenDto"];
            };
        };
        responses: {
            /** @description The token with its new plaintext. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedPersonalTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docs.page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Health.live[0]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not; the report says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Health.live[1]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not; the report says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Hooks.deliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow: string;
            };
            cookie?: never;
        };
        /** @description JSON that the run reads as `input.body`. */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The run that was started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docs.document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Organization.find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Organization.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationDto"];
            };
        };
        responses: {
            /** @description The updated organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccounts.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationAccountView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccounts.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationAccountDto"];
            };
        };
        responses: {
            /** @description The new account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccounts.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccounts.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccounts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationAccountDto"];
            };
        };
        responses: {
            /** @description The updated account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccountView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccountTokens.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationAccountTokenView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccountTokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccountTokenDto"];
            };
        };
        responses: {
            /** @description The new token, with its plaintext, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedOrganizationAccountTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccountTokens.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationAccountTokens.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                token_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateAccountTokenDto"];
            };
        };
        responses: {
            /** @description The token with its new plaintext. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedOrganizationAccountTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Organization.findCredentialPolicy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialPolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Organization.updateCredentialPolicy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCredentialPolicyDto"];
            };
        };
        responses: {
            /** @description The updated policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialPolicyView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Invites.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only invitations for this e-mail address. */
                email?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InviteView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Invites.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInviteDto"];
            };
        };
        responses: {
            /** @description The new invitation. Its token is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInviteView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Invites.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationMembers.list": {
        parameters: {
            query?: {
                /** @description Only active or only inactive people. */
                active?: "true" | "false";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only the person with this e-mail address. */
                email?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Names are compared in lower case. Default: `-created_at`, newest first. */
                order?: "-created_at" | "created_at" | "name" | "-name";
                /** @description Only what has this text in its name, in upper or lower case. */
                q?: string;
                /** @description Only people with this role. */
                role?: "owner" | "org_admin" | "org_member";
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationMemberView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationMembers.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationMembers.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "OrganizationMembers.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationMemberDto"];
            };
        };
        responses: {
            /** @description The updated person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Organization.listProducts": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimMappings.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only mappings of this group. */
                group_id?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScimMappingView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimMappings.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScimMappingDto"];
            };
        };
        responses: {
            /** @description The new mapping, applied to the people of the group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimMappingView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimMappings.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimMappingView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimMappings.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimMappings.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScimMappingDto"];
            };
        };
        responses: {
            /** @description The updated mapping, applied to the people of the group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimMappingView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimTokens.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ScimTokenView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimTokens.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScimTokenDto"];
            };
        };
        responses: {
            /** @description The new token. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedScimTokenView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimTokens.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "SsoSettings.find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Usage.listEverything": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description First day, in UTC. Default: the first day of this month. */
                from?: string;
                /** @description Dimensions to group by, separated by commas: day, workspace, team, key, user, model, provider. */
                group_by?: string;
                /** @description Only requests of this key or token (id). */
                key?: string;
                /** @description Maximum number of results. Default: 100. */
                limit?: number;
                /** @description Only requests for this model, by its configured name. */
                model?: string;
                /** @description Only requests served by this kind of provider. */
                provider?: string;
                /** @description Only requests of this team (id or name). */
                team?: string;
                /** @description Last day, inclusive, in UTC. Default: today. */
                to?: string;
                /** @description Only requests of this person: the owner of the token or key. */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsageView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Health.ready[0]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not; the report says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Health.ready[1]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not; the report says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimSearch.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A SearchRequest message. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A page of what was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimGroups.list": {
        parameters: {
            query?: {
                /** @description Attributes to return, separated by commas. */
                attributes?: unknown;
                /** @description Maximum number of results. Default: 100. Maximum: 200. */
                count?: unknown;
                /** @description Attributes to leave out, separated by commas. */
                excludedAttributes?: unknown;
                /** @description Such as `userName eq "ada@example.com"`. */
                filter?: unknown;
                /** @description The name of an attribute. */
                sortBy?: unknown;
                /** @description `ascending` or `descending`. */
                sortOrder?: unknown;
                /** @description The first is 1. */
                startIndex?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, oldest first unless another order is asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimGroups.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The group. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimGroups.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A SearchRequest message. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A page of what was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimGroups.find": {
        parameters: {
            query?: {
                /** @description Attributes to return, separated by commas. */
                attributes?: unknown;
                /** @description Attributes to leave out, separated by commas. */
                excludedAttributes?: unknown;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimGroups.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description The group as it is to be. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The group as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimGroups.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimGroups.patch": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description A PatchOp message. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The group as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimService.resourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users and groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimService.resourceType": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimService.schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What users and groups have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimService.schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uri: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimService.config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this service can do of SCIM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimUsers.list": {
        parameters: {
            query?: {
                /** @description Attributes to return, separated by commas. */
                attributes?: unknown;
                /** @description Maximum number of results. Default: 100. Maximum: 200. */
                count?: unknown;
                /** @description Attributes to leave out, separated by commas. */
                excludedAttributes?: unknown;
                /** @description Such as `userName eq "ada@example.com"`. */
                filter?: unknown;
                /** @description The name of an attribute. */
                sortBy?: unknown;
                /** @description `ascending` or `descending`. */
                sortOrder?: unknown;
                /** @description The first is 1. */
                startIndex?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, oldest first unless another order is asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimUsers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimUsers.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A SearchRequest message. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description A page of what was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimUsers.find": {
        parameters: {
            query?: {
                /** @description Attributes to return, separated by commas. */
                attributes?: unknown;
                /** @description Attributes to leave out, separated by commas. */
                excludedAttributes?: unknown;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "ScimUsers.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description The user as it is to be. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimUsers.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ScimUsers.patch": {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that is to be changed. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description A PatchOp message. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Health.version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Agents.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Agents.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAgentDto"];
            };
        };
        responses: {
            /** @description The new agent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Agents.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Agents.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Agents.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentDto"];
            };
        };
        responses: {
            /** @description The updated agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "AgentRuns.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only runs of this status. */
                status?: "queued" | "running" | "awaiting_approval" | "completed" | "incomplete" | "failed" | "cancelled";
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentRunSummaryView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AgentRuns.start": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartAgentRunDto"];
            };
        };
        responses: {
            /** @description The run, which has ended. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                    "text/event-stream": components["schemas"]["AgentRunView"];
                };
            };
            /** @description The run, which goes on or waits for a person. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                    "text/event-stream": components["schemas"]["AgentRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AgentRuns.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run with its trace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AgentRuns.decide": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideAgentCallDto"];
            };
        };
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AgentRuns.cancel": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "AgentRuns.streamEvents": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Agents.listVersions": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentVersionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Order of the list. Default: `-updated_at`, last changed first. */
                order?: "-updated_at" | "-created_at" | "created_at";
                /** @description `own`: your conversations. `others`: what others share in the workspace. Default: `all`. */
                owner?: "own" | "others" | "all";
                /** @description Only conversations with this text in the title or in a message of any branch, in upper or lower case. */
                q?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChatSessionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChatSessionDto"];
            };
        };
        responses: {
            /** @description The new conversation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatSessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatSessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateChatSessionDto"];
            };
        };
        responses: {
            /** @description The updated conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatSessionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.findImage": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                image_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.listMessages": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChatMessageView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Chats.append": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppendChatMessagesDto"];
            };
        };
        responses: {
            /** @description The new messages. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMessagesView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocsetView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDocsetDto"];
            };
        };
        responses: {
            /** @description The new document set. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDocsetDto"];
            };
        };
        responses: {
            /** @description The updated document set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocsetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. Its knowledge bases stay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Docsets.query": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeQueryDto"];
            };
        };
        responses: {
            /** @description The chunks that fit best. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResultsView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalDatasetView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvalDatasetDto"];
            };
        };
        responses: {
            /** @description The new dataset, without cases. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEvalDatasetDto"];
            };
        };
        responses: {
            /** @description The updated dataset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.listCases": {
        parameters: {
            query?: {
                /** @description Only the case with this id. */
                case_id?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Default: the newest one. */
                version?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalCaseView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.importCases": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportEvalCasesDto"];
            };
        };
        responses: {
            /** @description The new version, and what was left out. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalImportView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.listVersions": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalVersionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalDatasets.addVersion": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvalVersionDto"];
            };
        };
        responses: {
            /** @description The new version. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalVersionView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only runs of this status. */
                status?: "queued" | "running" | "completed" | "incomplete" | "failed" | "cancelled";
                /** @description Only runs of this suite. */
                suite_id?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalRunSummaryView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.start": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartEvalRunDto"];
            };
        };
        responses: {
            /** @description The run as it begins. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run with its figures so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.cancel": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.compare": {
        parameters: {
            query?: {
                /** @description The run that is compared with. It may be the same run. Default: the completed run of the suite before. */
                baseline_id?: string;
                /** @description The target of the baseline, from 0. Default: the same as `target`. */
                baseline_target?: number;
                /** @description The target of the run, from 0. Default: 0. */
                target?: number;
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalComparisonView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.writeReport": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description XML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalRuns.listResults": {
        parameters: {
            query?: {
                /** @description Only results of the case with this id. */
                case_id?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only results of this status. */
                status?: "passed" | "failed" | "error" | "grader_error";
                /** @description Only results of this target, by its position in the suite, from 0. */
                target?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalResultView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvalSuiteView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvalSuiteDto"];
            };
        };
        responses: {
            /** @description The new suite. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalSuiteView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalSuiteView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEvalSuiteDto"];
            };
        };
        responses: {
            /** @description The updated suite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalSuiteView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "EvalSuites.estimate": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateEvalDto"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalEstimateView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Addresses.ingest": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IngestUrlDto"];
            };
        };
        responses: {
            /** @description What was ingested. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestedView"];
                };
            };
            /** @description The document, still `processing`; with `pages`, the documents of the pages. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"] | components["schemas"]["IngestedPagesView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KnowledgeBaseView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKnowledgeBaseDto"];
            };
        };
        responses: {
            /** @description The new knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKnowledgeBaseDto"];
            };
        };
        responses: {
            /** @description The updated knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only documents from this source. */
                source_id?: string;
                /** @description Only documents of this status. */
                status?: "processing" | "ready" | "failed";
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.upload": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The document.
                     */
                    file: string;
                    /** @description A JSON object: results show it, and filters read it. */
                    metadata?: string;
                    /** @description What you call its source. */
                    source_id?: string;
                };
            };
        };
        responses: {
            /** @description The document that has these bytes already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description The new document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.cancel": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, `failed` with the code `cancelled`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.download": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Addresses.refresh": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document as it is now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Documents.retry": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                document_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, `processing`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "KnowledgeBases.query": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeQueryDto"];
            };
        };
        responses: {
            /** @description The chunks that fit best. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResultsView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Secrets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SecretView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Secrets.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSecretDto"];
            };
        };
        responses: {
            /** @description The new secret, without its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Secrets.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Secrets.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Secrets.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSecretDto"];
            };
        };
        responses: {
            /** @description The updated secret, without its value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description Only runs with this status. */
                status?: "pending" | "running" | "succeeded" | "failed" | "cancelled";
                /** @description Only runs of this workflow. */
                workflow_id?: string;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowRunSummaryView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.cancel": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.streamEvents": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the run, until it has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.rerun": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RerunDto"];
            };
        };
        responses: {
            /** @description The new run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.listSteps": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowStepView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "WorkflowRuns.decide": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionDto"];
            };
        };
        responses: {
            /** @description The run, which a worker goes on with. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.create": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflowDto"];
            };
        };
        responses: {
            /** @description The new workflow. It runs once it is published. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.find": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.remove": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Workflows.update": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkflowDto"];
            };
        };
        responses: {
            /** @description The updated workflow. The published version stays as it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Workflows.check": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckWorkflowDto"];
            };
        };
        responses: {
            /** @description The problems. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowCheckView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.setHook": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetHookDto"];
            };
        };
        responses: {
            /** @description The hook, with its secret if one was generated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedHookView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.removeHook": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.publish": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: {
                /** @description The `ETag` of the version that is to be changed. If the resource has changed since, nothing is done. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow with its new version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource has changed since that version. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Workflows.start": {
        parameters: {
            query?: {
                /** @description The workspace meant; an id of another workspace is then not found. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRunDto"];
            };
        };
        responses: {
            /** @description The run, which a worker begins. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunView"];
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "Workflows.listVersions": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of results. Default: 50. */
                limit?: number;
                /** @description The workspace meant, where the credential reaches several. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, newest first where `order` does not say otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowVersionView"][];
                        /** @description Value of `?cursor=` for the next page. Null on the last page. */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
            /** @description An error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An error. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
