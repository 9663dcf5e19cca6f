package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** Readers of YAML and JSON to which a key that is there twice is a mistake, not the last of its two meanings. */
public final class Strict {
    private Strict() {}

    public static YAMLMapper yaml() {
        return new YAMLMapper(YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build());
    }

    public static JsonMapper json() {
        return JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }
}
