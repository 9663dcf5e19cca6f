package io.github.dnfs4j.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What the browser says: answers to those who wait for them, and problems. */
final class Messages implements WebSocket.Listener {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Integer, CompletableFuture<JsonNode>> answers;
    private final List<String> problems;
    private final StringBuilder text = new StringBuilder();

    Messages(Map<Integer, CompletableFuture<JsonNode>> answers, List<String> problems) {
        this.answers = answers;
        this.problems = problems;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            String message = text.toString();
            text.setLength(0);
            hear(message);
        }
        from.request(1);
        return null;
    }

    private void hear(String message) {
        JsonNode tree;
        try {
            tree = JSON.readTree(message);
        } catch (IOException e) {
            problems.add("not JSON: " + message);
            return;
        }
        if (tree.has("id")) {
            answers.remove(tree.path("id").asInt()).complete(tree);
            return;
        }
        JsonNode p = tree.path("params");
        switch (tree.path("method").asText()) {
            case "Runtime.exceptionThrown" ->
                problems.add(p.path("exceptionDetails").toString());
            case "Log.entryAdded" -> {
                if (!p.at("/entry/level").asText().matches("verbose|info")) {
                    problems.add(p.path("entry").toString());
                }
            }
            case "Runtime.consoleAPICalled" -> {
                if (p.path("type").asText().matches("error|warning|assert")) {
                    problems.add(p.toString());
                }
            }
            case "Network.loadingFailed" -> problems.add("not loaded: " + p);
            default -> {}
        }
    }
}
